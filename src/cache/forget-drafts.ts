/**
 * Deletes the notes of changes that affect only drafts, so that there are few to read. Runs in the background: no
 * request waits for it.
 */

import type { NotedChange, WritableDatabase } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render } from '../sql/sql.ts'
import { forgetNotes } from '../sql/stored-notes.ts'

/** Fewer notes are not worth a transaction. */
const LEAST_NOTES = 100

export function createForgetDrafts(writer: WritableDatabase | null, dialect: Dialect) {
  let isBusy = false

  async function forget(writing: WritableDatabase, notes: readonly NotedChange[]): Promise<void> {
    isBusy = true
    try {
      await writing.transaction((run) => run(render(forgetNotes(notes), dialect)))
    } catch {
      // The next check tries again, and triggers limit the number of notes.
    } finally {
      isBusy = false
    }
  }

  return (notes: readonly NotedChange[]): void => {
    if (writer !== null && !isBusy && notes.length >= LEAST_NOTES) void forget(writer, notes)
  }
}
