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

  it('a table or column that gets capital letters is refused where it is the one that is there', async () => {
    place.write({ types: { note: { ...note, text: { type: 'string' } } } })
    await place.migrate()
    const text = (columnName: string) => ({ note: { ...note, text: { type: 'string', columnName } } })
    place.write({ types: text('TEXT') })
    if (kind === 'SQLite') {
      const isThere = /^table notes, column TEXT: The database has the column text already, and does not tell capital/
      await expect(place.open({ migrate: true })).rejects.toThrow(isThere)
      expect(
        await problemsOf({ types: { note: { ...text('TEXT').note, other: { type: 'string', columnName: 'text' } } } }),
      ).toEqual([expect.stringMatching(/^table notes, column TEXT: Two attributes would be stored in this column/)])
      place.write({ types: text('text'), tables: { note: 'Notes' } })
      await expect(place.open({ migrate: true })).rejects.toThrow(
        /^table Notes: The database has the table notes already/,
      )
    }
    place.write({ types: text('TEXT') })
    await place.migrate({ allowDataLoss: true })
    expect(await place.migrate()).toMatchObject({ changes: [] })
  })

  it('names that are too long for the database are refused, not shortened', async () => {
    const schemas = (table: string, columnName: string): Schemas => ({
      types: { note: { title: { type: 'string', columnName } } },
      tables: { note: table },
    })
    const [long, short] = ['c'.repeat(64), 'c'.repeat(63)]
    if (kind === 'PostgreSQL') {
      expect(await problemsOf(schemas('notes', long))).toEqual([
        expect.stringMatching(`^table notes, column ${long}: This database takes names of 63 bytes at most`),
      ])
      expect(await problemsOf(schemas('\u00fc'.repeat(40), 'title'))).toContainEqual(
        expect.stringMatching(/^table \u00fc+: This database takes .* a shorter collectionName/),
      )
    }
    place.write(schemas('\u00fc'.repeat(16), kind === 'PostgreSQL' ? short : long))
    await place.migrate()
    expect(await place.migrate()).toMatchObject({ changes: [] })
  })
})
