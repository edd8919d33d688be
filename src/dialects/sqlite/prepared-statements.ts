import type BetterSqlite3 from 'better-sqlite3'
import { createRecentTexts } from '../../execute/recent-texts.ts'

/** Most prepared statements per connection; each takes several times as much memory as its text. */
const PREPARED_STATEMENTS = { texts: 500, characters: 4 * 1024 * 1024 }

/** Statement texts → prepared statements, which return rows as arrays. */
export function createPrepare(connection: BetterSqlite3.Database): (text: string) => BetterSqlite3.Statement {
  const prepared = createRecentTexts<BetterSqlite3.Statement>(PREPARED_STATEMENTS)
  return (text) => {
    const statement = prepared.get(text) ?? arraysOf(connection.prepare(text))
    prepared.set(text, statement)
    return statement
  }
}

function arraysOf(statement: BetterSqlite3.Statement): BetterSqlite3.Statement {
  return statement.reader ? statement.raw() : statement
}
