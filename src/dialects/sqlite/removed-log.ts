/**
 * Detects that the write-ahead log (`site.db-wal`) or its index (`site.db-shm`) was deleted under an open connection: by a
 * person who took it for a temporary file, or by a tool that restores the folder. SQLite continues with the deleted file. It
 * loses commits to a deleted log at the next start. If the index is deleted, the next program that opens the database creates
 * another one; programs with different indexes do not see each other's locks and commits, and damage the database. So writes
 * are refused, and the content of a deleted log is moved to the database while the log can still be read.
 */

import { type BigIntStats, statSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { LOG_REMOVED } from './error-codes.ts'

export interface WatchedLog {
  /** Throws if the log or its index was deleted or replaced. Do not call it within a transaction that is to continue. */
  refuseRemoved(): void
  /**
   * Moves the log's content to the database and closes the connection, so that the single file can be copied after a
   * shutdown. SQLite itself does so only when a connection that may write is closed last, but readers are closed later.
   */
  close(): void
}

/** Call this when the files exist, if they are going to. */
export function watchLog(file: string, connection: BetterSqlite3.Database): WatchedLog {
  const database = watched(file)
  const log = watched(`${file}-wal`)
  const index = watched(`${file}-shm`)

  function checkpoint(mode: 'passive' | 'truncate'): void {
    if (connection.inTransaction) connection.exec('rollback')
    connection.pragma(`wal_checkpoint(${mode})`)
  }

  function rescue(): void {
    // If there is another log at the path, the database may have been changed through that one.
    if (!connection.open || log.isThere() || log.isReplaced() || index.isReplaced()) return
    checkpoint('passive')
  }

  function empty(): void {
    rescue()
    if (!connection.open || !log.isThere() || !index.isThere()) return
    checkpoint('truncate')
  }

  return {
    close: () => {
      try {
        empty()
      } catch {
        // On a full disk, for example: everything stays in the log, where the next start finds it.
      } finally {
        // Closing the last connection deletes the log, and with it what other programs have written with another index. The
        // connection stays open until the process ends instead.
        if (!index.isReplaced() || !database.isThere()) connection.close()
      }
    },
    refuseRemoved: () => {
      const gone = [log, index].find((one) => !one.isThere())
      if (gone === undefined) return
      rescue()
      const message = `${gone.path} was deleted or replaced while the server runs. Nothing is written until the server is started again; leave the files beside a database in use alone`
      throw Object.assign(new Error(message), { code: LOG_REMOVED })
    },
  }
}

interface Watched {
  readonly path: string
  isThere(): boolean
  /** Whether another file is at the path. */
  isReplaced(): boolean
}

function watched(path: string): Watched {
  const opened = inodeOf(path)
  return {
    path,
    isThere: () => opened === null || inodeOf(path) === opened,
    isReplaced: () => {
      const found = inodeOf(path)
      return opened !== null && found !== null && found !== opened
    },
  }
}

/** While a file is open, no other file gets its inode number. */
function inodeOf(path: string): string | null {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}
