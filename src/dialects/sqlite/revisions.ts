/**
 * What has changed since when. SQLite itself tells that something was written, but its number means something to this
 * connection alone; triggers (see `tracking.ts`) count the changes of each table, for every process and for good.
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
  // The same number can stand for something else in another process, and after a restart.
  const here = randomUUID()
  const version = connection.prepare('pragma data_version').pluck()
  const counted = createCounted(connection)

  const current = () => `${here} ${version.get()}`

  function ofTables(): TableRevisions {
    for (;;) {
      const revision = current()
      const counts = counted()
      // Somebody wrote in between: these counts may be of before or after.
      if (current() !== revision) continue
      // A table without triggers changes, for all we know, whenever anything does.
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
