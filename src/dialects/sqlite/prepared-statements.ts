import type BetterSqlite3 from 'better-sqlite3'

/** Prepared statements cached per connection; the least recently used is evicted first. */
const PREPARED_STATEMENTS = 500

/** Statement texts → prepared statements; those that give rows give them as arrays. */
export function createPrepare(connection: BetterSqlite3.Database): (text: string) => BetterSqlite3.Statement {
  const prepared = new Map<string, BetterSqlite3.Statement>()
  return (text) => {
    const statement = prepared.get(text) ?? arraysOf(connection.prepare(text))
    prepared.delete(text)
    prepared.set(text, statement)
    const oldest = prepared.keys().next().value
    if (prepared.size > PREPARED_STATEMENTS && oldest !== undefined) prepared.delete(oldest)
    return statement
  }
}

function arraysOf(statement: BetterSqlite3.Statement): BetterSqlite3.Statement {
  return statement.reader ? statement.raw() : statement
}
