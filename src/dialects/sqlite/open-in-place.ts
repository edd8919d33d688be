import type BetterSqlite3 from 'better-sqlite3'
import { REPLACED } from './error-codes.ts'
import { identityOf } from './file-identity.ts'
import { discardForeignLog } from './wal-owner.ts'

export interface InPlace {
  readonly connection: BetterSqlite3.Database
  /** Identifies the open file; null for a database in memory. */
  readonly identity: string | null
}

/**
 * Opens a file with its own write-ahead log. If another file is renamed to the path meanwhile, the connection might
 * have one file and the log of the other, so it is opened again. `open` must read once, because that opens the log.
 */
export function openInPlace(file: string, open: () => BetterSqlite3.Database): InPlace {
  if (file === ':memory:') return { connection: open(), identity: null }
  for (;;) {
    const before = identityOf(file)
    const wasReplaced = () => before !== null && identityOf(file) !== before
    discardForeignLog(file)
    try {
      const connection = open()
      if (!wasReplaced()) return { connection, identity: identityOf(file) }
      connection.close()
    } catch (error) {
      if (!wasReplaced()) throw error
    }
  }
}

/** Fails if another file has replaced the one that an earlier connection opened. */
export function refuseReplaced(file: string, expected: string | null, found = identityOf(file)): void {
  if (expected === null || found === expected) return
  throw Object.assign(new Error(`Another file is at ${file} now`), { code: REPLACED })
}
