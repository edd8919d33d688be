/** A SQLite file, opened for reading only. */

import BetterSqlite3 from 'better-sqlite3'
import { unopenable } from './error-codes.ts'
import { addFunctions } from './functions.ts'

/** How long a read waits for a writer that holds the file, in milliseconds. */
const BUSY_TIMEOUT = 2_000

/**
 * How much of the file is read through memory that the operating system fills, in bytes: a read that looks at many rows
 * then copies no pages, and holds none twice.
 */
const MAPPED = 1024 ** 3

export function connect(file: string): BetterSqlite3.Database {
  try {
    const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT })
    // The file is looked into only now: one that is no database, or is locked, says so here.
    connection.prepare('select count(*) from sqlite_master').get()
    connection.pragma(`mmap_size = ${MAPPED}`)
    addFunctions(connection)
    return connection
  } catch (error) {
    throw unopenable(file, error)
  }
}
