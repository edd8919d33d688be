/** The state that a request finds its database in: what was kept under the same state is as good as read anew. */

import { randomUUID } from 'node:crypto'
import type { Database, TableRevisions } from '../execute/database.ts'
import { shareInFlight } from './share-in-flight.ts'

export interface Moment {
  /** Whether what was read under this revision of the database is of this moment. */
  covers(revision: string | null): boolean
  /** Another one whenever one of these tables may have changed; null where that cannot be told. */
  stampOf(tables: readonly string[]): string | null
}

export interface Revisions {
  /** Of now, or later: never of before the call. Null where the database cannot tell. */
  now(): Promise<Moment | null>
}

export function createRevisions(database: Pick<Database, 'revision' | 'tableRevisions'>): Revisions {
  let known: Moment | null = null

  async function look(): Promise<Moment | null> {
    const revision = await database.revision()
    if (revision === null) return null
    if (known?.covers(revision) !== true) known = momentOf(await database.tableRevisions())
    return known
  }

  return { now: shareInFlight(look) }
}

function momentOf(revisions: TableRevisions | null): Moment | null {
  if (revisions === null) return null
  const { revision, of } = revisions
  // The same lists are asked for again and again: each belongs to a statement that is kept.
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

/** Where changes cannot be seen: moments of some seconds, in which what was read counts as current. */
export function createIntervals(seconds: number, now: () => number = Date.now): () => Moment {
  // Another process, or this one after a restart, has other answers under the same number.
  const here = randomUUID()
  return () => {
    const stamp = `${here} ${Math.floor(now() / 1_000 / seconds)}`
    return { covers: () => true, stampOf: () => stamp }
  }
}

function joined(parts: readonly (string | null)[]): string | null {
  return parts.includes(null) ? null : parts.join(' ')
}
