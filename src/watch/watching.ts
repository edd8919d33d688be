/**
 * Live responses. The database is checked for changes once a second, for all of them. A question whose tables have
 * changed is read again, once for all who ask it with the same rights, and sent where its bytes differ. Rights are
 * checked first, whenever the tables of callers have changed.
 */

import type { Moment } from '../cache/revisions.ts'
import { ApiError } from '../errors/api-error.ts'
import { HEARTBEAT, retryText } from './event-text.ts'
import { createOutlet, type Outlet } from './outlet.ts'
import { createPacedReads } from './paced-reads.ts'
import { verifyAgain } from './verify-again.ts'
import type { Held } from './watched-questions.ts'
import type { Shows, Verify, Watcher } from './watcher.ts'
import { createWatchers, RETRY_SOON, tooLong, type WatchLimits, watchUnsupported } from './watchers.ts'

/** How often the database is checked for changes, in milliseconds. */
const INTERVAL = 1_000

/** The share of the maximum time by which some streams end earlier, so that clients do not reconnect all at once. */
const SPREAD = 0.1

export interface Watching<Asked> {
  /** Rejects with the error that the same request gets without `watch`. */
  join(asked: Asked, joining: Joining): Promise<Pick<Outlet, 'chunks'>>
  watchers(): number
  questions(): number
  /** Ends all streams. Their clients may connect again. */
  close(): void
}

export interface Joining {
  /** A token, or an address: none has all streams while others wait for one. */
  readonly caller: string
  readonly shows: Shows
  /** The tag of the state that the client has already; null: none. */
  readonly seen: string | null
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal | undefined
}

export interface WatchingParts<Asked> {
  /** Null where changes cannot be detected. */
  now(): Promise<Moment | null>
  /** The tables that rights depend on. */
  readonly callerTables: readonly string[]
  readonly verify: Verify<Asked>
  readonly limits: WatchLimits
}

export function createWatching<Asked>({ now, callerTables, verify, limits }: WatchingParts<Asked>): Watching<Asked> {
  let timer: NodeJS.Timeout | null = null
  let isLooking = false
  /** Clients that wait for their first state. */
  let joining = 0
  let isClosed = false
  const reads = createPacedReads(refresh)
  const watchers = createWatchers<Asked>(limits, () => {
    if (timer !== null) clearInterval(timer)
    timer = null
  })

  function admit(asked: Asked, how: Joining, known: Pick<Watcher<Asked>, 'held' | 'rights' | 'expires'>): Outlet {
    const onOver = () => watchers.leave(watcher)
    const outlet = createOutlet({ first: retryText(), heartbeat: HEARTBEAT, seen: how.seen, onOver })
    const life = limits.watchSeconds * 1_000 * (1 - SPREAD * Math.random())
    const closesAt = performance.now() + life
    const { caller, shows } = how
    const watcher: Watcher<Asked> = { asked, caller, shows, outlet, closesAt, ...known, isVerified: true }
    watchers.add(watcher)
    how.signal?.addEventListener('abort', onOver, { once: true })
    timer ??= setInterval(tick, INTERVAL).unref()
    watchers.show(watcher)
    return outlet
  }

  async function begin(asked: Asked, how: Joining): Promise<Outlet> {
    const at = await now()
    if (at === null) throw watchUnsupported()
    const { expires, ...verified } = await verify(asked, at)
    const held = watchers.hold({ expires, ...verified }, how.caller)
    try {
      const { text } = await held.question.current(at)
      if (text === null && how.shows === 'response') throw tooLong(limits.watchedSize)
      how.signal?.throwIfAborted()
      refuseWhenClosed()
      watchers.makeRoom(how.caller)
      return admit(asked, how, { held, expires, rights: at.stampOf(callerTables) })
    } catch (error) {
      watchers.questions.release(held)
      throw error
    }
  }

  function refuseWhenClosed(): void {
    if (isClosed) throw new ApiError('SHUTTING_DOWN', { headers: RETRY_SOON })
  }

  function tick(): void {
    const time = performance.now()
    for (const watcher of [...watchers.all]) {
      if (watcher.closesAt <= time) watchers.leave(watcher)
      else watcher.outlet.beat()
    }
    if (isLooking) return
    isLooking = true
    // Failures are retried after a second.
    void look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }

  async function look(): Promise<void> {
    const at = await now()
    if (at === null) return
    await verifyAgain(watchers, at, { callerTables, verify })
    for (const held of watchers.questions.all()) if (held.question.isDue(at)) reads.add(held, at)
  }

  async function refresh({ question, watchers: members }: Held<Watcher<Asked>>, at: Moment): Promise<void> {
    try {
      await question.current(at)
      for (const watcher of [...members]) if (watcher.isVerified) watchers.show(watcher)
    } catch (error) {
      for (const watcher of [...members]) watchers.settle(watcher, error)
    }
  }

  return {
    async join(asked, how) {
      refuseWhenClosed()
      watchers.checkRoom(how.caller, joining)
      joining += 1
      try {
        return await begin(asked, how)
      } finally {
        joining -= 1
      }
    },
    watchers: () => watchers.all.size,
    questions: () => watchers.questions.size(),
    close() {
      isClosed = true
      for (const watcher of [...watchers.all]) watchers.leave(watcher)
    },
  }
}
