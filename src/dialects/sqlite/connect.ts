/** Opens a SQLite file for reading only. */

import type BetterSqlite3 from 'better-sqlite3'
import { Sqlite } from './driver.ts'
import { unopenable } from './error-codes.ts'
import { addFunctions } from './functions.ts'
import { type InPlace, openInPlace, refuseReplaced } from './open-in-place.ts'
import type { PopulatedRows } from './populated-rows.ts'

/** How long a read waits for a writer that has locked the file, in milliseconds. */
const BUSY_TIMEOUT = 2_000

/** How many bytes of the file are memory-mapped, so that reading many rows copies no pages. */
const MAPPED = 1024 ** 3

export interface ReadConnection extends InPlace {
  readonly populated: PopulatedRows
}

export interface OpenElsewhere {
  readonly file: string
  readonly identity: string | null
  /** Most rows in all populated lists of one statement. */
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

/** Opens the file that another process has open; fails if another file has replaced it. */
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
  // Opening reads nothing yet. This makes it fail here if the file is locked or not a database.
  connection.prepare('select count(*) from sqlite_master').get()
  return connection
}
