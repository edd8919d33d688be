import type { Database } from '../../src/execute/database.ts'
import type { Statement } from '../../src/sql/statement.ts'

/** The same database, which records the text of every statement that it runs. */
export function counted(database: Database, texts: string[]): Database {
  const noted = (statement: Statement): Statement => {
    texts.push(statement.text)
    return statement
  }
  return {
    ...database,
    run: (statement) => database.run(noted(statement)),
    read: (statement) => database.read(noted(statement)),
  }
}
