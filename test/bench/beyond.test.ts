/** Results that `--beyond` calls the same are the same, from every server. */

import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beyondGroups, checkBeyondNames } from '../../bench/beyond/beyond-queries.ts'
import { withoutCursors } from '../../bench/beyond/check-results.ts'
import { findFarPosition, type TitledPage } from '../../bench/beyond/far-position.ts'
import type { Measurement } from '../../bench/load/load.ts'
import { beyondAnswers } from '../../bench/peers/hand-written/beyond/beyond-answers.ts'
import { beyondFigures, beyondText } from '../../bench/report/beyond-report.ts'
import type { BeyondResult } from '../../bench/runs/beyond.ts'
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

  const names = beyondGroups(scale, { title: '', id: 0, cursor: '' })
    .flat()
    .flatMap(({ name, searched }) => (searched ? [] : [name]))

  it.each(names)('%s gets of SQL written by hand what Lectern gives', async (name) => {
    const ask = async (path: string) => JSON.parse(await bodyOf(path)) as TitledPage
    const groups = beyondGroups(scale, await findFarPosition(ask, scale))
    const query = groups.flat().find((one) => one.name === name)
    const answer = beyondAnswers('sqlite', scale).get(name)
    const ours = withoutCursors(await bodyOf(query?.path ?? ''))
    expect(ours.data.length).toBeGreaterThan(0)
    expect(withoutCursors((await answer?.(run)) ?? '')).toEqual(ours)
  })

  it('that is not there is refused, with the names of those that are', () => {
    expect(() => checkBeyondNames(['far-page'])).toThrow(/no query "far-page".*nested-page/)
  })
})

describe('the report of --beyond', () => {
  const round = (requestsPerSecond: number): Measurement => ({ requests: 10, requestsPerSecond, p50: 1, p99: 2 })
  const result = (name: string, rate: number): BeyondResult => ({
    query: { name, path: `/${name}`, plain: async () => ({}) },
    checked: { rows: 25, bytes: 100, urls: new Map([['strapi', ['a', 'b', 'c']]]) },
    rounds: new Map([
      ['lectern', [round(rate)]],
      ['strapi', [round(10)]],
    ]),
  })

  it('compares the far page with the first, and says how many requests Strapi takes', () => {
    const results = [result('cursor-first', 50), result('cursor-far', 40)]
    const [figures] = beyondFigures([{ state: 'indexed', indexes: [], results }])
    expect(figures?.pairs).toEqual({ 'cursor-far ÷ cursor-first': { median: 0.8, least: 0.8, most: 0.8 } })
    expect(figures?.queries[0]).toMatchObject({ name: 'cursor-first', strapiRequests: 3 })
    expect(figures?.queries[0]?.ratios['lectern/strapi']?.median).toBe(5)
    expect(beyondText([{ state: 'indexed', indexes: [], results }])).toMatch(/cursor-far .*\| +4\.00 .*\| +3 \|/)
  })
})
