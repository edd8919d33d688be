/** Checks permissions again where they may have changed. */

import type { Moment } from '../cache/revisions.ts'
import type { Verify, Watcher } from './watcher.ts'
import type { Watchers } from './watchers.ts'

export interface Verifying<Asked> {
  /** The tables that rights depend on. */
  readonly callerTables: readonly string[]
  readonly verify: Verify<Asked>
}

export async function verifyAgain<Asked>(
  watchers: Watchers<Asked>,
  at: Moment,
  { callerTables, verify }: Verifying<Asked>,
): Promise<void> {
  const rights = at.stampOf(callerTables)
  const isKnown = (watcher: Watcher<Asked>) =>
    watcher.isVerified && rights !== null && watcher.rights === rights && watcher.expires > Date.now()
  const stale = [...watchers.all].filter((watcher) => !isKnown(watcher))
  // Neither the result of a read under way nor what waits for a slow client must reach callers who have lost the permission.
  for (const watcher of stale) {
    watcher.isVerified = false
    watcher.outlet.withdraw()
  }
  for (const watcher of stale) {
    try {
      const verified = await verify(watcher.asked, at)
      if (!watchers.all.has(watcher)) continue
      watchers.move(watcher, verified)
      Object.assign(watcher, { rights, expires: verified.expires, isVerified: true })
      watchers.show(watcher)
    } catch (error) {
      watchers.settle(watcher, error)
    }
  }
}
