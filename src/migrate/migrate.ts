/** Brings a database to what the schema wants, all of it or nothing. */

import type { WritableDatabase } from '../execute/database.ts'
import { render } from '../sql/sql.ts'
import { type Changes, findChanges, type MigrationWish } from './changes.ts'

export function migrate(database: WritableDatabase, wish: MigrationWish): Promise<Changes> {
  return database.transaction(async (run) => {
    for (const statement of wish.ddl.lock) await run(render(statement, wish.dialect.placeholder))
    // Found under the lock: another process may have done it all meanwhile.
    const found = await findChanges(run, wish)
    for (const { statements } of found.changes) {
      for (const statement of statements) await run(render(statement, wish.dialect.placeholder))
    }
    return found
  })
}
