/** A SQLite file, opened for reading only. */

import type BetterSqlite3 from 'better-sqlite3'
import { Sqlite } from './driver.ts'
import { unopenable } from './error-codes.ts'
import { addFunctions } from './functions.ts'
import { type InPlace, openInPlace, refuseReplaced } from './open-in-place.ts'
import type { PopulatedRows } from './populated-rows.ts'

/** How long a read waits for a writer that holds the file, in milliseconds. */
const BUSY_TIMEOUT = 2_000

/**
 * How much of the file is memory-mapped, in bytes: reads of many rows then copy no pages.
 */
const MAPPED = 1024 ** 3

export interface ReadConnection extends InPlace {
  readonly populated: PopulatedRows
}

export interface OpenElsewhere {
  readonly file: string
  readonly identity: string | null
  /** Rows that the populated lists of one statement may have together. */
  readonly populatedRows: number
}

export function connect(file: string, populatedRows: number): ReadConnection {
  try {
    const opened = openInPlace(file, () => open(file))
    opened.connection.pragma(`mmap_size = ${MAPPED}`)
    return { ...opened, populated: addFunctions(opened.connection, populatedRows) }
  } catch (error) {
    throw unopenable(file, error)
  }
}

/** The file that another process has open; fails where that is no longer the one at its path. */
export function connectLike({ file, identity, populatedRows }: OpenElsewhere): ReadConnection {
  const opened = connect(file, populatedRows)
  try {
    refuseReplaced(file, identity, opened.identity)
    return opened
  } catch (error) {
    opened.connection.close()
    throw error
  }
}

function open(file: string): BetterSqlite3.Database {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT })
  // Opening reads nothing yet: a file that is locked, or not a database, fails here.
  connection.prepare('select count(*) from sqlite_master').get()
  return connection
}
