/** A state of the database: what was cached in the same state is still current. */

import { performance } from 'node:perf_hooks'
import type { Database, NotedChange, TableRevisions } from '../execute/database.ts'
import { tableOfPublishedRows } from '../tables/published-rows.ts'
import type { PublishedChanges } from './published-changes.ts'
import { shareInFlight } from './share-in-flight.ts'

export interface Moment {
  /** Whether this revision of the database belongs to this state. */
  covers(revision: string | null): boolean
  /**
   * A text that changes whenever one of these tables, or their published rows, may have changed; null if changes cannot
   * be detected.
   */
  stampOf(tables: readonly string[]): string | null
}

export interface Revisions {
  /** The state at the time of the call or later, never earlier; null if the database cannot detect changes. */
  now(): Promise<Moment | null>
  /** The same synchronously; null if that takes waiting, or something has changed since the last check. */
  atOnce(): Moment | null
  /**
   * The same for requests that arrived before this iteration of the event loop: one check is enough for all of them.
   */
  ofIteration(): Moment | null
  /**
   * The state at the last check, if nothing had changed since the check before; null if checking takes no time. Only
   * for a read that returns its own revision, which confirms the state.
   */
  assumed(): Moment | null
}

type Looked = Pick<Database, 'revision' | 'tableRevisions' | 'revisionAtOnce'>

export interface RevisionOptions {
  /** Without it, every change of a table counts as a change of its published rows. */
  readonly published?: PublishedChanges
  /** Whether all reads go to the same server, so that they can confirm an assumed state. */
  readonly isOneServer?: boolean
  /** The number of the event loop's current iteration. */
  readonly iteration?: () => number
}

const loopCount = () => performance.nodeTiming.uvMetricsInfo.loopCount

export function createRevisions(
  database: Looked,
  { published, isOneServer = false, iteration = loopCount }: RevisionOptions = {},
): Revisions {
  const lookAtTables =
    published === undefined ? () => momentOfTables(database) : createPublishedLookup(database, published)
  const mayAssume = isOneServer && database.revisionAtOnce === undefined
  let known: Moment | null = null
  let isQuiet = false
  let lookedIn = -1
  let looked: Moment | null = null

  async function look(): Promise<Moment | null> {
    const revision = await database.revision()
    isQuiet = revision !== null && known?.covers(revision) === true
    if (revision === null) return null
    if (!isQuiet) known = await lookAtTables()
    return known
  }

  function atOnce(): Moment | null {
    return known?.covers(database.revisionAtOnce?.() ?? null) === true ? known : null
  }

  return {
    now: shareInFlight(look),
    assumed: () => (mayAssume && isQuiet ? known : null),
    atOnce,
    ofIteration() {
      const current = iteration()
      if (current !== lookedIn) {
        lookedIn = current
        looked = atOnce()
      }
      return looked
    },
  }
}

async function momentOfTables(database: Looked): Promise<Moment | null> {
  const found = await database.tableRevisions()
  return found === null ? null : momentOf(found.revision, (rows) => found.of(tableOfPublishedRows(rows) ?? rows))
}

/**
 * How often notes that arrive during the lookups are looked up, too. After that, the remaining ones count as published.
 */
const MOST_ROUNDS = 4

function createPublishedLookup(database: Looked, published: PublishedChanges): () => Promise<Moment | null> {
  let known: ReadonlyMap<string, boolean> = new Map()

  async function learn(changes: readonly NotedChange[]): Promise<void> {
    const news = changes.filter((change) => !known.has(keyOf(change)))
    const shown = await published.areShown(news)
    const learned = news.map((change, index) => [keyOf(change), shown[index] ?? true] as const)
    const old = changes.flatMap((change) => {
      const isShown = known.get(keyOf(change))
      return isShown === undefined ? [] : [[keyOf(change), isShown] as const]
    })
    known = new Map([...old, ...learned])
  }

  function momentIn(found: TableRevisions): Moment {
    published.forget((found.pending ?? []).filter((change) => known.get(keyOf(change)) === false))
    return momentOfPublished(found, published, (change) => known.get(keyOf(change)) ?? true)
  }

  return async () => {
    for (let round = 0; ; round += 1) {
      const found = await database.tableRevisions()
      if (found === null) return null
      const pending = found.pending ?? []
      // The rows were looked up in this state or an earlier one, so the result is valid for it.
      if (round === MOST_ROUNDS || pending.every((change) => known.has(keyOf(change)))) return momentIn(found)
      await learn(pending)
      // Still the same state? Reading one revision is cheaper than reading those of all tables again.
      if ((await database.revision()) === found.revision) return momentIn(found)
    }
  }
}

const keyOf = ({ id, table, near, far, type, step }: NotedChange) => [id, table, near, far, type, step].join(' ')

function momentOfPublished(
  found: TableRevisions,
  published: PublishedChanges,
  isShown: (change: NotedChange) => boolean,
): Moment {
  const more = new Map<string, bigint>()
  for (const change of found.pending ?? []) {
    if (isShown(change)) more.set(change.table, (more.get(change.table) ?? 0n) + change.step)
  }
  return momentOf(found.revision, (rows) => {
    const table = tableOfPublishedRows(rows)
    if (table === null) return found.of(rows)
    const signature = published.signatureOf(table)
    const apart = signature === null ? null : found.ofPublished?.(table, signature, more.get(table) ?? 0n)
    return apart ?? found.of(table)
  })
}

function momentOf(revision: string, of: (rows: string) => string | null): Moment {
  // Cached: the list belongs to a cached statement, so the same array is passed again and again.
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

function joined(parts: readonly (string | null)[]): string | null {
  return parts.includes(null) ? null : parts.join(' ')
}
