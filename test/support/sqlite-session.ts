/** Statements on a SQLite file, in addition to those of the tested server. */

import { statSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'

export interface SqliteSession {
  /** Rows as arrays; none of a statement that returns none. */
  rows<Row extends unknown[]>(text: string): readonly Row[]
  end(): void
}

/**
 * One connection for many statements, opened by the first: each new one reads the whole schema, with hundreds of
 * triggers. A file that was replaced is opened again.
 */
export function createSqliteSession(file: string): SqliteSession {
  let open: { readonly connection: BetterSqlite3.Database; readonly inode: number } | undefined

  const end = () => {
    open?.connection.close()
    open = undefined
  }

  const connection = () => {
    const inode = statSync(file, { throwIfNoEntry: false })?.ino
    if (open !== undefined && open.inode !== inode) end()
    if (open === undefined) {
      const opened = new BetterSqlite3(file, { timeout: 5_000 })
      open = { connection: opened, inode: statSync(file).ino }
    }
    return open.connection
  }

  return {
    rows: <Row extends unknown[]>(text: string) => {
      const statement = connection().prepare(text)
      if (statement.reader) return statement.raw().all() as Row[]
      statement.run()
      return []
    },
    end,
  }
}
