/** Names in schema files that no table or column can have: said before anything is created, not by the database. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProjectError } from '../../src/index.ts'
import { PLACES, type Place, type Schemas } from './places.ts'

describe.each(Object.entries(PLACES))('on %s', (kind, makePlace) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
  })
  afterEach(() => place.remove())

  async function problemsOf(schemas: Schemas): Promise<readonly string[]> {
    place.write(schemas)
    const error: unknown = await place.migrate().catch((thrown: unknown) => thrown)
    if (!(error instanceof ProjectError)) throw new Error(`expected a ProjectError, not ${JSON.stringify(error)}`)
    return error.problems.map(({ path, message }) => `${path}: ${message}`)
  }

  const note = { title: { type: 'string' } }
  const named = (table: string): Schemas => ({ types: { note }, tables: { note: table } })

  it.each(['lectern_counts', 'lectern_revisions', 'lectern_mine'])('a table %s is refused', async (table) => {
    expect(await problemsOf(named(table))).toEqual([expect.stringMatching(`^table ${table}: Tables of Lectern, or of`)])
  })

  it('a table with a NUL in its name is refused', async () => {
    expect(await problemsOf(named('no\0tes'))).toEqual([
      'table "no\\u0000tes": No database has a table of this name. Give it another collectionName.',
    ])
  })

  it.each(['', '_', '!!!', '\u2014'])('an attribute %j, of which no column is left, is refused', async (name) => {
    expect(await problemsOf({ types: { note: { ...note, [name]: { type: 'string' } } } })).toEqual([
      expect.stringMatching(/^table notes, column "": No column can have this name/),
    ])
  })

  it('tables that differ in case alone are refused where they are the same one', async () => {
    const schemas: Schemas = { types: { note, memo: note }, tables: { memo: 'NOTES' } }
    if (kind === 'SQLite') {
      expect(await problemsOf(schemas)).toContainEqual(
        expect.stringMatching(/^table (?:NOTES|notes): Two types, components or relations/),
      )
      return
    }
    place.write(schemas)
    await place.migrate()
    expect(await place.migrate()).toMatchObject({ changes: [] })
  })

  it('names that only one database keeps for itself are refused there alone', async () => {
    if (kind === 'SQLite') {
      expect(await problemsOf(named('SQLite_notes'))).toEqual([expect.stringMatching(/^table SQLite_notes: Tables of/)])
      return
    }
    place.write(named('SQLite_notes'))
    await place.migrate()
    expect(await place.migrate()).toMatchObject({ changes: [] })
  })
})
