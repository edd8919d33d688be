/** Reads a SQLite file in one snapshot, unaffected by concurrent writes. */

import type BetterSqlite3 from 'better-sqlite3'
import type { Row, Run } from '../../execute/database.ts'
import { Sqlite } from './driver.ts'
import { translateError, unopenable } from './error-codes.ts'
import { addFunctions } from './functions.ts'
import { openInPlace } from './open-in-place.ts'
import { createPrepare } from './prepared-statements.ts'

const BUSY_TIMEOUT = 5_000

export async function sqliteSnapshot<T>(file: string, work: (run: Run) => Promise<T>): Promise<T> {
  const connection = connect(file)
  try {
    const prepare = createPrepare(connection)
    return await work(async ({ text, values }) => prepare(text).all(...values) as readonly Row[])
  } catch (error) {
    throw translateError(error)
  } finally {
    connection.close()
  }
}

/** The snapshot begins with the first read, and ends when the connection is closed. */
function connect(file: string): BetterSqlite3.Database {
  try {
    return openInPlace(file, () => open(file)).connection
  } catch (error) {
    throw unopenable(file, error)
  }
}

function open(file: string): BetterSqlite3.Database {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT })
  addFunctions(connection)
  connection.exec('begin')
  connection.prepare('select count(*) from sqlite_master').get()
  return connection
}
