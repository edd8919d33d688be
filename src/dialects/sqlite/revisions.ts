/**
 * Revisions of a SQLite file. `PRAGMA data_version` shows that something was written, but only to this connection.
 * Triggers (see `tracking.ts`) count the changes of each table, for all processes and across restarts.
 */

import { randomUUID } from 'node:crypto'
import type BetterSqlite3 from 'better-sqlite3'
import type { NotedChange, TableRevisions } from '../../execute/database.ts'
import { render } from '../../sql/sql.ts'
import { NOTE_TABLE } from '../../sql/stored-notes.ts'
import { publishedRowsOf } from '../../tables/published-rows.ts'
import { REVISION_TABLE } from './revision-counts.ts'
import { sqliteSyntax } from './syntax.ts'
import { trackedRows } from './tracking.ts'

export interface SqliteRevisions {
  current(): string
  ofTables(): TableRevisions
}

/**
 * Most attempts to read a consistent state. If a user may not write `site.db-shm`, and no other process has it open,
 * each statement gets another version number: then nothing can be cached.
 */
const TRIES = 20

export function createRevisionsOf(connection: BetterSqlite3.Database): SqliteRevisions {
  // In another process, or after a restart, the same number means another state.
  const here = randomUUID()
  const version = connection.prepare('pragma data_version').pluck()
  const counted = createCounted(connection)

  const current = () => `${here} ${version.get()}`

  function ofTables(): TableRevisions {
    for (let tries = 0; tries < TRIES; tries++) {
      const revision = current()
      const found = counted()
      // There was a write in between: the counts may be of either state.
      if (current() !== revision) continue
      // A table without triggers may have changed with every write. A view may change at any time, for example one of
      // entries due today.
      return { ...found, revision, of: (table) => (found.isView(table) ? null : (found.of(table) ?? revision)) }
    }
    return { revision: current(), of: () => null }
  }

  return { current, ofTables }
}

const TRACKED_ROWS = render(trackedRows, sqliteSyntax).text

const VIEWS = "select name from sqlite_master where type = 'view'"

interface Counted extends Omit<TableRevisions, 'revision'> {
  readonly isView: (table: string) => boolean
}

/** The change count of each table with triggers. Other programs drop the triggers when they rebuild a table. */
function createCounted(connection: BetterSqlite3.Database): () => Counted {
  const schemaVersion = connection.prepare('pragma schema_version').pluck()
  let version: unknown
  let signatures: ReadonlyMap<string, number> = new Map()
  let views: ReadonlySet<unknown> = new Set()

  /** The signature of each table's notes; NaN for tables without notes. */
  function tablesWithTriggers(): ReadonlyMap<string, number> {
    const now = schemaVersion.get()
    if (version !== now) {
      const rows = connection.prepare(TRACKED_ROWS).raw().all() as [string, number | ''][]
      signatures = new Map(rows.map(([table, signature]) => [table, signature === '' ? Number.NaN : signature]))
      views = new Set(connection.prepare(VIEWS).pluck().all())
    }
    version = now
    return signatures
  }

  return () => {
    const tables = tablesWithTriggers()
    const isView = (table: string) => views.has(table)
    if (tables.size === 0) return { isView, of: () => null }
    const rows = connection.prepare(`select table_name, revision from ${REVISION_TABLE}`).raw().all()
    const counts = new Map((rows as [string, number][]).map(([name, revision]) => [name, revision]))
    const countOf = (name: string) => counts.get(name) ?? 0
    // Includes the schema version: no trigger fires if a column is dropped.
    const of = (table: string) => (tables.has(table) ? `${countOf(table)} ${version}` : null)
    if ([...tables.values()].every(Number.isNaN)) return { isView, of }
    return {
      isView,
      of,
      ofPublished: (table, signature, more) =>
        tables.get(table) === signature ? `p${BigInt(countOf(publishedRowsOf(table))) + more} ${version}` : null,
      pending: notesOf(connection),
    }
  }
}

function notesOf(connection: BetterSqlite3.Database): readonly NotedChange[] {
  const rows = connection.prepare(`select * from ${NOTE_TABLE}`).raw().all() as [number, ...Note][]
  return rows.map(([id, table, near, far, type, step]) => ({
    id: String(id),
    table,
    near: String(near),
    far: String(far),
    type,
    step: BigInt(step),
  }))
}

type Note = [table: string, near: number, far: number, type: string, step: number]
