/**
 * The table of noted changes, in databases that Lectern made: changes of links and of rows of components, which may
 * concern published rows or drafts. Each dialect has triggers of its own that fill it.
 */

import { integer, join, name, type Sql, sql } from './sql.ts'
import { deleteWhere } from './write-rows.ts'

export const NOTE_TABLE = 'lectern_notes'

/** With more notes than this, all of them count as changes of published rows. */
export const MOST_NOTES = sql`1000`

interface Note {
  readonly id: string
  readonly step: bigint
}

/**
 * Deletes notes of drafts, which are no longer needed. A note that has grown since is kept, because it includes a change
 * that was not looked up yet.
 */
export function forgetNotes(notes: readonly Note[]): Sql {
  const pairs = notes.map(({ id, step }) => sql`(${integer(Number(id))}, ${integer(Number(step))})`)
  return deleteWhere(NOTE_TABLE, sql`(${name('id')}, ${name('step')}) in (values ${join(pairs, ', ')})`)
}
