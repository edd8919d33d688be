/**
 * Revisions of a SQLite file. `PRAGMA data_version` tells that something was written, but is valid for this connection
 * only; triggers (see `tracking.ts`) count the changes of each table, for all processes and across restarts.
 */

import { randomUUID } from 'node:crypto'
import type BetterSqlite3 from 'better-sqlite3'
import type { TableRevisions } from '../../execute/database.ts'
import { render } from '../../sql/sql.ts'
import { sqliteSyntax } from './syntax.ts'
import { REVISION_TABLE, trackedTables } from './tracking.ts'

export interface SqliteRevisions {
  current(): string
  ofTables(): TableRevisions
}

export function createRevisionsOf(connection: BetterSqlite3.Database): SqliteRevisions {
  // The same number means something else in another process, and after a restart.
  const here = randomUUID()
  const version = connection.prepare('pragma data_version').pluck()
  const counted = createCounted(connection)

  const current = () => `${here} ${version.get()}`

  function ofTables(): TableRevisions {
    for (;;) {
      const revision = current()
      const counts = counted()
      // There was a write in between: these counts may be older or newer.
      if (current() !== revision) continue
      // A table without triggers may have changed whenever anything has.
      return { revision, of: (table) => counts.get(table) ?? revision }
    }
  }

  return { current, ofTables }
}

const TRACKED_TABLES = render(trackedTables, sqliteSyntax).text

/** The count of each table that has its triggers. Other programs drop them when they rebuild a table. */
function createCounted(connection: BetterSqlite3.Database): () => ReadonlyMap<string, string> {
  const schemaVersion = connection.prepare('pragma schema_version').pluck()
  let version: unknown
  let withTriggers: readonly string[] = []

  function tablesWithTriggers(): readonly string[] {
    const now = schemaVersion.get()
    if (version !== now) withTriggers = connection.prepare(TRACKED_TABLES).pluck().all() as string[]
    version = now
    return withTriggers
  }

  return () => {
    const tables = tablesWithTriggers()
    if (tables.length === 0) return new Map()
    const rows = connection.prepare(`select table_name, revision from ${REVISION_TABLE}`).raw().all()
    const counts = new Map((rows as [string, number][]).map(([table, revision]) => [table, String(revision)]))
    return new Map(tables.map((table) => [table, counts.get(table) ?? '0']))
  }
}
