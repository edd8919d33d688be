/**
 * A write-ahead log (`site.db-wal`) that is deleted under an open connection: by a person who takes it for a temporary file,
 * or a tool that restores the folder. SQLite goes on writing to the deleted file, and what it commits is gone after the next
 * start. So nothing more is written, and what is in the deleted log is moved to the database while it can still be read.
 */

import { type BigIntStats, statSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { LOG_REMOVED } from './error-codes.ts'

export interface WatchedLog {
  /** Throws where the log is no longer at its path. Not called within a transaction that goes on. */
  refuseRemoved(): void
  /**
   * Moves what is in the log to the database, before the connection is closed: after a stop, the one file may be copied alone.
   * SQLite does so only where the last connection that is closed may write, and readers are closed after it.
   */
  empty(): void
}

/** Called when the log is there, if there will be one. */
export function watchLog(file: string, connection: BetterSqlite3.Database): WatchedLog {
  const path = `${file}-wal`
  const opened = inodeOf(path)
  const isThere = () => opened === null || inodeOf(path) === opened

  function rescue(): void {
    // Where another log is at the path, the database may have been written to with that one.
    if (!connection.open || isThere() || inodeOf(path) !== null) return
    if (connection.inTransaction) connection.exec('rollback')
    connection.pragma('wal_checkpoint(passive)')
  }

  return {
    empty: () => {
      if (!isThere()) return rescue()
      if (!connection.open) return
      if (connection.inTransaction) connection.exec('rollback')
      connection.pragma('wal_checkpoint(truncate)')
    },
    refuseRemoved: () => {
      if (isThere()) return
      rescue()
      const message = `${path} was deleted or replaced while the server runs. Nothing is written until the server is started again; leave the files beside a database in use alone`
      throw Object.assign(new Error(message), { code: LOG_REMOVED })
    },
  }
}

/** As long as a file is open, no other has its inode number. */
function inodeOf(path: string): string | null {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}
