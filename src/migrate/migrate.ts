/** Brings a database to the state that the schema describes, in one transaction. */

import type { Run, WritableDatabase } from '../execute/database.ts'
import { render } from '../sql/sql.ts'
import { type Changes, findChanges, type MigrationWish } from './changes.ts'

/** Called before each change, and after the last. */
export type OnStep = (done: number, total: number) => void

export function migrate(database: WritableDatabase, wish: MigrationWish, onStep: OnStep): Promise<Changes> {
  const change = async (run: Run): Promise<Changes> => {
    for (const statement of [...wish.ddl.lock, ...wish.ddl.shortWaits]) await run(render(statement, wish.dialect))
    // Inspected under the lock: another process may have migrated meanwhile.
    const found = await findChanges(run, wish)
    for (const [index, { statements }] of found.changes.entries()) {
      onStep(index, found.changes.length)
      for (const statement of statements) await run(render(statement, wish.dialect))
    }
    onStep(found.changes.length, found.changes.length)
    return found
  }
  return database.transaction(change, { patient: true })
}
