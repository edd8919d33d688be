/**
 * Revisions of a SQLite file. `PRAGMA data_version` tells that something was written, but is valid for this connection
 * only; triggers (see `tracking.ts`) count the changes of each table, for all processes and across restarts.
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
 * A user who may not write the index of the log (`site.db-shm`), while no other process has it open, gets another number with
 * every statement: then nothing is known to be unchanged.
 */
const TRIES = 20

export function createRevisionsOf(connection: BetterSqlite3.Database): SqliteRevisions {
  // The same number means something else in another process, and after a restart.
  const here = randomUUID()
  const version = connection.prepare('pragma data_version').pluck()
  const counted = createCounted(connection)

  const current = () => `${here} ${version.get()}`

  function ofTables(): TableRevisions {
    for (let tries = 0; tries < TRIES; tries++) {
      const revision = current()
      const found = counted()
      // There was a write in between: these counts may be older or newer.
      if (current() !== revision) continue
      // A table without triggers may have changed whenever anything has, and a view, such as one of what is due today, at any time.
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

/** The count of each table that has its triggers. Other programs drop them when they rebuild a table. */
function createCounted(connection: BetterSqlite3.Database): () => Counted {
  const schemaVersion = connection.prepare('pragma schema_version').pluck()
  let version: unknown
  let signatures: ReadonlyMap<string, number> = new Map()
  let views: ReadonlySet<unknown> = new Set()

  /** By table; an unknown number for those that do not note their rows. */
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
    // A column may have been dropped, which no trigger tells.
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
