/** The state of the database when a request begins: what was cached in the same state is still current. */

import { randomUUID } from 'node:crypto'
import type { Database, TableRevisions } from '../execute/database.ts'
import { shareInFlight } from './share-in-flight.ts'

export interface Moment {
  /** Whether this revision of the database is the one of this moment. */
  covers(revision: string | null): boolean
  /** Changes whenever one of these tables may have changed; null where changes cannot be detected. */
  stampOf(tables: readonly string[]): string | null
}

export interface Revisions {
  /** The state at the time of the call or later, never earlier. Null where the database cannot tell. */
  now(): Promise<Moment | null>
  /** The same without waiting; null also where the database cannot tell at once, or has changed since the last look. */
  atOnce(): Moment | null
}

export function createRevisions(database: Pick<Database, 'revision' | 'tableRevisions' | 'revisionAtOnce'>): Revisions {
  let known: Moment | null = null

  async function look(): Promise<Moment | null> {
    const revision = await database.revision()
    if (revision === null) return null
    if (known?.covers(revision) !== true) known = momentOf(await database.tableRevisions())
    return known
  }

  return {
    now: shareInFlight(look),
    atOnce: () => (known?.covers(database.revisionAtOnce?.() ?? null) === true ? known : null),
  }
}

function momentOf(revisions: TableRevisions | null): Moment | null {
  if (revisions === null) return null
  const { revision, of } = revisions
  // Each list belongs to a cached statement, so the same ones come again and again.
  const stamps = new WeakMap<readonly string[], string | null>()
  return {
    covers: (read) => read === revision,
    stampOf(tables) {
      const known = stamps.get(tables)
      if (known !== undefined) return known
      const stamp = joined(tables.map(of))
      stamps.set(tables, stamp)
      return stamp
    },
  }
}

/** Where changes cannot be detected: intervals of some seconds, in which cached responses count as current. */
export function createIntervals(seconds: number, now: () => number = Date.now): () => Moment {
  // Another process, or this one after a restart, has other content under the same number.
  const here = randomUUID()
  return () => {
    const stamp = `${here} ${Math.floor(now() / 1_000 / seconds)}`
    return { covers: () => true, stampOf: () => stamp }
  }
}

function joined(parts: readonly (string | null)[]): string | null {
  return parts.includes(null) ? null : parts.join(' ')
}
