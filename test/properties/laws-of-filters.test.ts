import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { ask, found } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { columnsOf, textOperand, typedOperand } from '../naive/generate-operands.ts'
import { anyLocale, anyStatus, LISTED, requestTo } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import type { Model } from '../naive/models.ts'
import type { Json } from '../naive/values.ts'
import { serveMagazine } from '../support/magazine.ts'
import { randomRuns } from '../support/random-runs.ts'

/** Responses of the server must agree with one another; the naive evaluator is not used here. */

const SEED = 20_261_115
const RUNS = randomRuns(100)

const tables = loadTables('test/fixtures/magazine.sqlite')
const filters = filterSource(tables)

let server: Lectern

beforeAll(async () => {
  server = await serveMagazine('strapi')
})

afterAll(() => server.close())

const law = <T>(cases: fc.Arbitrary<T>, check: (given: T) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(cases, check), { seed: SEED, numRuns: RUNS })

const scope = fc.record({ status: anyStatus, locale: anyLocale })

const twoFilters = (hops: number) =>
  fc
    .constantFrom(...LISTED)
    .chain((model) =>
      fc.record({ model: fc.constant(model), scope, p: filters(model, 1, hops), q: filters(model, 1, hops) }),
    )

const oneColumn = fc
  .constantFrom(...LISTED.flatMap((model) => columnsOf(tables, model).map((column) => ({ model, column }))))
  .chain(({ model, column }) =>
    fc.record({
      model: fc.constant(model),
      column: fc.constant(column),
      scope,
      low: typedOperand(column),
      high: typedOperand(column),
      text: textOperand(column),
    }),
  )

/** Inside `$and`, so that a filter on `locale` does not take the place of the parameter. */
const asker = (model: Model, where: { readonly [key: string]: Json | undefined }) => (condition: Json) =>
  found(server, model, { ...where, filters: { $and: [condition] } })

describe(`laws of filters (seed ${SEED})`, () => {
  it('each entry matches exactly one of a comparison, its negation and $null', () =>
    law(oneColumn, async ({ model, scope, column: { name, kind }, low, text }) => {
      const ask = asker(model, scope)
      const everything = (await found(server, model, scope)).total
      const unknown = (await ask({ [name]: { $null: 'true' } })).total
      const compared = kind === 'json' ? ['$eq', '$ne'] : ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte']
      const searched = [
        '$eqi',
        '$nei',
        '$contains',
        '$containsi',
        '$startsWith',
        '$startsWithi',
        '$endsWith',
        '$endsWithi',
      ]
      for (const [operators, operand] of [
        [compared, low],
        [searched, text],
      ] as const) {
        for (const operator of operators) {
          const p = { [name]: { [operator]: operand } }
          const [yes, no] = [await ask(p), await ask({ $not: p })]
          expect(yes.total + no.total + unknown, `${name} ${operator} ${operand}`).toBe(everything)
        }
      }
    }))

  it('no entry matches both a filter on its own attributes and the negation of it', () =>
    law(twoFilters(0), async ({ model, scope, p }) => {
      expect(await asker(model, scope)({ $and: [p, { $not: p }] })).toEqual({ ids: [], total: 0 })
    }))

  it('De Morgan, double negation and the order inside a group', () =>
    law(twoFilters(2), async ({ model, scope, p, q }) => {
      const ask = asker(model, scope)
      expect(await ask({ $not: { $and: [p, q] } })).toEqual(await ask({ $or: [{ $not: p }, { $not: q }] }))
      expect(await ask({ $not: { $or: [p, q] } })).toEqual(await ask({ $and: [{ $not: p }, { $not: q }] }))
      expect(await ask({ $not: { $not: p } })).toEqual(await ask(p))
      expect(await ask({ $or: [p, q] })).toEqual(await ask({ $or: [q, p] }))
    }))

  it('totals of $or and $and are those of unions and intersections', () =>
    law(twoFilters(2), async ({ model, scope, p, q }) => {
      const ask = asker(model, scope)
      const either = (await ask({ $or: [p, q] })).total
      const both = (await ask({ $and: [p, q] })).total
      const left = (await ask(p)).total
      expect(either + both).toBe(left + (await ask(q)).total)
      expect((await ask({ $and: [p, p] })).total).toBe(left)
    }))

  it('$in of one is $eq, $notIn of one is $ne, $between is $gte with $lte, $notNull is not $null', () =>
    law(oneColumn, async ({ model, scope, column: { name, kind }, low, high }) => {
      const ask = (condition: Json) => asker(model, scope)({ [name]: condition })
      expect(await ask({ $in: [low] })).toEqual(await ask({ $eq: low }))
      expect(await ask({ $notIn: [low] })).toEqual(await ask({ $ne: low }))
      expect(await ask({ $notNull: 'true' })).toEqual(await ask({ $not: { $null: 'true' } }))
      if (kind === 'json') return
      expect(await ask({ $between: [low, high] })).toEqual(await ask({ $gte: low, $lte: high }))
    }))

  it('ignoring case finds at least as much', () =>
    law(oneColumn, async ({ model, scope, column, text }) => {
      const ask = (condition: Json) => asker(model, scope)({ [column.name]: condition })
      for (const operator of ['$contains', '$startsWith', '$endsWith']) {
        const strict = await ask({ [operator]: text })
        expect((await ask({ [`${operator}i`]: text })).total).toBeGreaterThanOrEqual(strict.total)
      }
    }))

  it('an entry is found by its own values', () =>
    law(fc.tuple(fc.constantFrom(...LISTED), fc.nat(), anyStatus), async ([model, at, status]) => {
      const { data } = await ask(server, requestTo(model, { status, pagination: { pageSize: '100' } }))
      const entry = data[at % data.length]
      if (entry === undefined) throw new Error(`The fixture has no ${model.path}.`)
      const own = Object.entries(entry).filter(([name]) => model.scalars[name] !== 'json')
      const condition = Object.fromEntries(own.map(([name, value]) => [name, value === null ? null : String(value)]))
      expect((await found(server, model, { status, filters: condition })).ids).toEqual([entry.id])
    }))
})
