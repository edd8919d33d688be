/** What `--beyond` calls the same result is the same, whoever gives it. */

import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beyondGroups, beyondNames, checkBeyondNames } from '../../bench/beyond/beyond-queries.ts'
import { withoutCursors } from '../../bench/beyond/check-results.ts'
import { findFarPosition, type TitledPage } from '../../bench/beyond/far-position.ts'
import { statementsIn } from '../../bench/database/index-statements.ts'
import { beyondAnswers } from '../../bench/peers/hand-written/beyond/beyond-answers.ts'
import { wordsFor } from '../../bench/peers/hand-written/hand-written.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { type ExtendedMagazine, openExtended } from '../extensions/extended-magazine.ts'
import { fixture } from '../support/fixture.ts'

const scale = 1

describe('a query of --beyond', () => {
  let magazine: ExtendedMagazine
  let connection: BetterSqlite3.Database
  const run = async (text: string) => connection.prepare(text).pluck().all()

  beforeAll(async () => {
    magazine = await openExtended('SQLite', EXTENSION_NAMES, 'strapi')
    connection = new BetterSqlite3(fixture('magazine.sqlite'), { readonly: true })
  })
  afterAll(async () => {
    connection.close()
    await magazine.close()
  })

  const bodyOf = async (path: string): Promise<string> => JSON.stringify(await magazine.body(path))

  it.each(beyondNames)('%s gets of SQL written by hand what Lectern gives', async (name) => {
    const ask = async (path: string) => JSON.parse(await bodyOf(path)) as TitledPage
    const groups = beyondGroups(scale, await findFarPosition(ask, scale))
    const query = groups.flat().find((one) => one.name === name)
    const answer = beyondAnswers(wordsFor('sqlite'), scale).get(name)
    const ours = withoutCursors(await bodyOf(query?.path ?? ''))
    expect(ours.data.length).toBeGreaterThan(0)
    expect(withoutCursors((await answer?.(run)) ?? '')).toEqual(ours)
  })

  it('that is not there is refused, with the names of those that are', () => {
    expect(() => checkBeyondNames(['far-page'])).toThrow(/no query "far-page".*nested-page/)
  })
})

it('finds the statements of a script, and none in what is said about it', () => {
  const script = '-- create index a\ncreate index "a" on "t" ("x");\ncreate unique index b on t (y)\nalter table t\n'
  expect(statementsIn(script)).toEqual(['create index "a" on "t" ("x")', 'create unique index b on t (y)'])
})
