/** Brings a database to the state that the schema describes, in one transaction. */

import type { Run, WritableDatabase } from '../execute/database.ts'
import { render } from '../sql/sql.ts'
import { type Changes, findChanges } from './changes.ts'
import type { MigrationWish } from './migration-wish.ts'

/** Called before each statement, and after the last: a single change may consist of thousands. */
export type OnStep = (done: number, total: number) => void

export function migrate(database: WritableDatabase, wish: MigrationWish, onStep: OnStep): Promise<Changes> {
  const change = async (run: Run): Promise<Changes> => {
    for (const statement of [...wish.ddl.lock, ...wish.ddl.shortWaits]) await run(render(statement, wish.dialect))
    // Inspected under the lock, because another process may have migrated in the meantime.
    const found = await findChanges(run, wish)
    const statements = found.changes.flatMap((change) =>
      wish.ddl.together(change.statements.map((statement) => render(statement, wish.dialect))),
    )
    for (const [index, statement] of statements.entries()) {
      onStep(index, statements.length)
      await run(statement)
    }
    onStep(statements.length, statements.length)
    return found
  }
  return database.transaction(change, { patient: true })
}
