/** A SQLite file, opened for reading only. */

import BetterSqlite3 from 'better-sqlite3'
import type { Database, Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import { translateError, unopenable } from './error-codes.ts'
import { addFunctions } from './functions.ts'
import { createPrepare } from './prepared-statements.ts'
import { createRevisionsOf } from './revisions.ts'

/** How long a read waits for a writer that holds the file, in milliseconds. */
const BUSY_TIMEOUT = 2_000

export function openSqlite(file: string): Database {
  const connection = connect(file)
  const prepare = createPrepare(connection)
  const revisions = createRevisionsOf(connection)
  const run = async ({ text, values }: Statement) => translated(() => prepare(text).all(...values) as readonly Row[])

  return {
    run,
    read: async (statement) => {
      const before = translated(revisions.current)
      const rows = await run(statement)
      // Somebody wrote meanwhile: the rows are of before or of after, and nobody knows which.
      return { rows, revision: translated(revisions.current) === before ? before : null }
    },
    revision: async () => translated(revisions.current),
    tableRevisions: async () => translated(revisions.ofTables),
    inspect: async () => inspect(connection),
    close: async () => {
      connection.close()
    },
  }
}

function translated<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw translateError(error)
  }
}

function connect(file: string): BetterSqlite3.Database {
  try {
    const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT })
    // The file is looked into only now: one that is no database, or is locked, says so here.
    connection.prepare('select count(*) from sqlite_master').get()
    addFunctions(connection)
    return connection
  } catch (error) {
    throw unopenable(file, error)
  }
}

function inspect(connection: BetterSqlite3.Database): ReadonlyMap<string, ReadonlySet<string>> {
  const rows = connection
    .prepare("select m.name, c.name from sqlite_master as m join pragma_table_info(m.name) as c where m.type = 'table'")
    .raw()
    .all() as readonly [string, string][]
  const tables = new Map<string, Set<string>>()
  for (const [table, column] of rows) tables.set(table, (tables.get(table) ?? new Set()).add(column))
  return tables
}
