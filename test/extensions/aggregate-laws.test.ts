/** Groups of entries agree with the lists that they are computed from. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { ask, type Entry, type Reply } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { type Groups, groupSource, isNumber, pathsOf, written } from '../naive/generate-groups.ts'
import { LISTED, requestTo } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import type { Model } from '../naive/models.ts'
import type { Json } from '../naive/values.ts'
import { fixture } from '../support/fixture.ts'
import { randomRuns } from '../support/random-runs.ts'
import { exactAverage, exactSum } from './exact-sum.ts'
import { type Magazines, openMagazines } from './magazines.ts'

const SEED = 20_261_116
const { anyRows, anyGroups } = groupSource(filterSource(loadTables(fixture('magazine.sqlite'))))

let magazines: Magazines
beforeAll(async () => {
  magazines = await openMagazines(['aggregates'])
})
afterAll(() => magazines?.close())

const SERVERS = ['sqlite', 'postgres'] as const

type Query = Readonly<Record<string, Json | undefined>>

const groupsOf = async (server: Lectern, model: Model, query: Query): Promise<Reply> =>
  ask(
    server,
    requestTo({ ...model, path: `${model.path}/actions/aggregate` }, { pagination: { pageSize: '100' }, ...query }),
  )

const totalOf = async (server: Lectern, model: Model, query: Query): Promise<number | undefined> =>
  (await ask(server, requestTo(model, { pagination: { pageSize: '1' }, ...query }))).meta.pagination.total

/** `a.b` is c → `{ a: { b: c } }` */
const nested = (path: string, value: Json): Json =>
  path.split('.').reduceRight<Json>((inner, name) => ({ [name]: inner }), value)

const holds = ({ path, part }: Groups['keys'][number], value: Json): Json =>
  nested(path.name, value === null ? { $null: 'true' } : { [part === '' ? '$eq' : '$startsWith']: String(value) })

/** A request for the entries of one group, made from the response. */
const ofGroup = ({ rows, keys }: Groups, group: Entry): Query => ({
  ...rows,
  filters: {
    $and: [
      ...(rows.filters === undefined ? [] : [rows.filters]),
      ...keys.map((key) => holds(key, (group.by as { [name: string]: Json })[key.path.name] ?? null)),
    ],
  },
})

const law = <Given>(
  given: fc.Arbitrary<Given>,
  runs: number,
  check: (server: Lectern, given: Given) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(given, async (one) => {
      for (const kind of SERVERS) await check(magazines[kind], one)
    }),
    { seed: SEED, numRuns: randomRuns(runs) },
  )

describe(`laws of groups (seed ${SEED})`, () => {
  it('the count of a group is the total of the list filtered by its values', () =>
    law(anyGroups, 15, async (server, asked) => {
      const { data } = await groupsOf(server, asked.model, { ...asked.rows, by: written(asked) })
      for (const group of [...data.slice(0, 3), ...data.slice(-1)]) {
        expect(group.count, JSON.stringify([asked.rows, group])).toBe(
          await totalOf(server, asked.model, ofGroup(asked, group)),
        )
      }
    }))

  it('without keys through to-many relations, each entry is in exactly one group', () =>
    law(anyGroups, 15, async (server, asked) => {
      const total = await totalOf(server, asked.model, asked.rows)
      const { data, meta } = await groupsOf(server, asked.model, { ...asked.rows, by: written(asked) })
      if ((meta.pagination.total ?? 0) > 100) return
      const counted = data.reduce((sum, { count }) => sum + Number(count), 0)
      if (asked.keys.some(({ path }) => path.many)) expect(counted).toBeGreaterThanOrEqual(total ?? 0)
      else expect(counted).toBe(total)
    }))

  it('all pages together are all groups', () =>
    law(anyGroups, 15, async (server, asked) => {
      const query = { ...asked.rows, by: written(asked), sort: 'count:desc' }
      const whole = await groupsOf(server, asked.model, query)
      const pages: Entry[] = []
      for (let page = 1; pages.length < Math.min(whole.data.length, 21); page++) {
        const pagination = { page: String(page), pageSize: '7' }
        pages.push(...(await groupsOf(server, asked.model, { ...query, pagination })).data)
      }
      expect(pages).toEqual(whole.data.slice(0, pages.length))
    }))
})

const anyMeasure = fc.constantFrom(...LISTED).chain((model) => {
  const own = Object.keys(model.scalars)
  const numbers = pathsOf(model, 0).filter(isNumber)
  const ordered = pathsOf(model, 0).filter(({ kind }) => kind !== 'json' && kind !== 'boolean')
  return fc.record({
    model: fc.constant(model),
    rows: anyRows(model),
    number: numbers.length === 0 ? fc.constant(undefined) : fc.constantFrom(...numbers),
    ordered: fc.constantFrom(...ordered),
    own: fc.constant(own),
  })
})

const entriesOf = async (server: Lectern, model: Model, query: Query): Promise<readonly Entry[]> => {
  const { data, meta } = await ask(server, requestTo(model, { ...query, pagination: { pageSize: '100' } }))
  if ((meta.pagination.pageCount ?? 0) < 2) return data
  const second = await ask(server, requestTo(model, { ...query, pagination: { pageSize: '100', page: '2' } }))
  return meta.pagination.pageCount === 2 ? [...data, ...second.data] : []
}

const sortedEnd = async (server: Lectern, model: Model, query: Query, name: string, direction: string) => {
  const some = nested(name, { $notNull: 'true' })
  const filters = { $and: [...(query.filters === undefined ? [] : [query.filters]), some] }
  const sorted = requestTo(model, { ...query, filters, sort: `${name}:${direction}`, pagination: { pageSize: '1' } })
  return (await ask(server, sorted)).data[0]?.[name] ?? null
}

describe(`laws of measures (seed ${SEED})`, () => {
  it('a sum equals that of the values in the list, to the last digit; an average is the double nearest to the quotient', () =>
    law(anyMeasure, 15, async (server, { model, rows, number }) => {
      if (number === undefined) return
      const entries = await entriesOf(server, model, { ...rows, fields: [number.name] })
      const [group] = (await groupsOf(server, model, { ...rows, sum: number.name, avg: number.name })).data
      if (group?.count !== entries.length) return
      const values = entries.map((entry) => entry[number.name]).filter((value) => value !== null) as (string | number)[]
      const sum = values.length === 0 ? null : exactSum(values)
      const { sum: sums, avg } = group as unknown as Record<'sum' | 'avg', Record<string, Json>>
      expect(sums[number.name]).toEqual(sum === null || number.kind === 'big' ? sum : Number(sum))
      expect(avg[number.name]).toEqual(sum === null ? null : exactAverage(values))
    }))

  it('minimum and maximum are the first and last values of the sorted list', () =>
    law(anyMeasure, 15, async (server, { model, rows, ordered: { name } }) => {
      const [group] = (await groupsOf(server, model, { ...rows, min: name, max: name })).data
      const { min, max } = group as unknown as Record<'min' | 'max', Record<string, Json>>
      expect(min[name]).toEqual(await sortedEnd(server, model, rows, name, 'asc'))
      expect(max[name]).toEqual(await sortedEnd(server, model, rows, name, 'desc'))
    }))

  it('countDistinct is the number of groups by the same key, without the null group', () =>
    law(anyMeasure, 10, async (server, { model, rows, ordered: { name } }) => {
      const [group] = (await groupsOf(server, model, { ...rows, countDistinct: name })).data
      const { data, meta } = await groupsOf(server, model, { ...rows, by: name, sort: name })
      const all = (meta.pagination.total ?? 0) <= 100
      const nulls = data.filter(({ by }) => (by as Record<string, Json>)[name] === null).length
      const { countDistinct } = group as unknown as Record<'countDistinct', Record<string, Json>>
      const different = countDistinct[name]
      if (all) expect(different).toBe((meta.pagination.total ?? 0) - nulls)
    }))
})
