/** Makes a consistent copy of a SQLite file while it is in use. */

import type BetterSqlite3 from 'better-sqlite3'
import { Sqlite } from './driver.ts'
import { translateError, unopenable } from './error-codes.ts'
import { openInPlace } from './open-in-place.ts'

const BUSY_TIMEOUT = 10_000
/** Pages copied between two progress reports. */
const AT_ONCE = 2_000

/** `onProgress` counts pages. */
export async function backupSqlite(
  file: string,
  copy: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const connection = open(file)
  try {
    await copyFrom(connection, copy, onProgress)
    settle(copy)
  } catch (error) {
    // The disk of the copy may be full.
    throw translateError(error)
  } finally {
    connection.close()
  }
}

async function copyFrom(
  connection: BetterSqlite3.Database,
  copy: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  // A read transaction makes the copy consistent. Without a write-ahead log it would block writers; then a copy that is
  // interrupted by a write starts over.
  if (connection.pragma('journal_mode', { simple: true }) === 'wal') {
    connection.exec('begin')
    connection.prepare('select count(*) from sqlite_master').get()
  }
  const { totalPages } = await connection.backup(copy, {
    progress: ({ totalPages, remainingPages }) => {
      onProgress(totalPages - remainingPages, totalPages)
      return AT_ONCE
    },
  })
  // The driver reports before each part, but not after the last.
  onProgress(totalPages, totalPages)
}

function open(file: string): BetterSqlite3.Database {
  try {
    return openInPlace(file, () => {
      const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT })
      connection.prepare('select count(*) from sqlite_master').get()
      return connection
    }).connection
  } catch (error) {
    throw unopenable(file, error)
  }
}

/** Checks the copy, and merges the write-ahead log into it, so that it is a single file. */
function settle(copy: string): void {
  const connection = new Sqlite(copy)
  try {
    const [found] = connection.pragma('quick_check(1)') as readonly { readonly quick_check: string }[]
    if (found?.quick_check !== 'ok') throw new Error(`the database is damaged: ${found?.quick_check}`)
    connection.pragma('wal_checkpoint(truncate)')
  } finally {
    connection.close()
  }
}
