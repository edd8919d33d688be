/**
 * Detects that the write-ahead log (`site.db-wal`) was deleted under an open connection: by a person who took it for a
 * temporary file, or by a tool that restores the folder. SQLite continues to write to the deleted file, and loses those
 * commits at the next start. So writes are refused, and the content of the log is moved to the database while the log
 * can still be read.
 */

import { type BigIntStats, statSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { LOG_REMOVED } from './error-codes.ts'

export interface WatchedLog {
  /** Throws if the log was deleted or replaced. Do not call it within a transaction that is to continue. */
  refuseRemoved(): void
  /**
   * Moves the log's content to the database before the connection is closed, so that the single file can be copied
   * after a shutdown. SQLite itself does so only when a connection that may write is closed last, but readers are
   * closed later.
   */
  empty(): void
}

/** Call this when the log exists, if it is going to. */
export function watchLog(file: string, connection: BetterSqlite3.Database): WatchedLog {
  const path = `${file}-wal`
  const opened = inodeOf(path)
  const isThere = () => opened === null || inodeOf(path) === opened

  function rescue(): void {
    // If there is another log at the path, the database may have been changed through that one.
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

/** While a file is open, no other file gets its inode number. */
function inodeOf(path: string): string | null {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}
