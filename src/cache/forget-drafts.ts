/** Removes notes of changes that concern drafts alone, so that few are left to be read. In the background: no request waits for it. */

import type { NotedChange, WritableDatabase } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render } from '../sql/sql.ts'
import { forgetNotes } from '../sql/stored-notes.ts'

/** Fewer are not worth a transaction. */
const LEAST_NOTES = 100

export function createForgetDrafts(writer: WritableDatabase | null, dialect: Dialect) {
  let isBusy = false

  async function forget(writing: WritableDatabase, notes: readonly NotedChange[]): Promise<void> {
    isBusy = true
    try {
      await writing.transaction((run) => run(render(forgetNotes(notes), dialect)))
    } catch {
      // The next look tries again; triggers limit the number of notes in any case.
    } finally {
      isBusy = false
    }
  }

  return (notes: readonly NotedChange[]): void => {
    if (writer !== null && !isBusy && notes.length >= LEAST_NOTES) void forget(writer, notes)
  }
}
