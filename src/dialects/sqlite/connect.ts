/** A SQLite file, opened for reading only. */

import BetterSqlite3 from 'better-sqlite3'
import { unopenable } from './error-codes.ts'
import { addFunctions } from './functions.ts'
import type { PopulatedRows } from './populated-rows.ts'
import { discardForeignLog } from './wal-owner.ts'

/** How long a read waits for a writer that holds the file, in milliseconds. */
const BUSY_TIMEOUT = 2_000

/**
 * How much of the file is memory-mapped, in bytes: reads of many rows then copy no pages.
 */
const MAPPED = 1024 ** 3

export interface ReadConnection {
  readonly connection: BetterSqlite3.Database
  readonly populated: PopulatedRows
}

export function connect(file: string, populatedRows: number): ReadConnection {
  try {
    discardForeignLog(file)
    const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT })
    // Opening reads nothing yet: a file that is locked, or not a database, fails here.
    connection.prepare('select count(*) from sqlite_master').get()
    connection.pragma(`mmap_size = ${MAPPED}`)
    return { connection, populated: addFunctions(connection, populatedRows) }
  } catch (error) {
    throw unopenable(file, error)
  }
}
