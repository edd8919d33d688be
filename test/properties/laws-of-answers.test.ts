import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { ask, type Entry, found } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { populateSource } from '../naive/generate-populate.ts'
import { anyLocale, anyStatus, fieldsFor, LISTED, requestTo, sortFor } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import { serveMagazine } from '../support/magazine.ts'
import { randomRuns } from '../support/random-runs.ts'

/** Responses of the server must agree with one another; the naive evaluator is not used here. */

const SEED = 20_261_115
const RUNS = randomRuns(100)

const filters = filterSource(loadTables('test/fixtures/magazine.sqlite'))
const populateFor = populateSource(filters)

let server: Lectern

beforeAll(async () => {
  server = await serveMagazine('strapi')
})

afterAll(() => server.close())

const anyCase = fc.constantFrom(...LISTED).chain((model) =>
  fc.record({
    model: fc.constant(model),
    query: fc.record({
      status: anyStatus,
      locale: anyLocale,
      filters: fc.option(filters(model, 1, 2), { nil: undefined, freq: 2 }),
    }),
    sort: sortFor(model),
    fields: fieldsFor(model),
    populate: Object.keys(model.links).length > 0 ? populateFor(model, 1) : fc.constant(undefined),
    size: fc.integer({ min: 1, max: 9 }),
  }),
)

type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never

const law = (check: (given: Case) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(anyCase, check), { seed: SEED, numRuns: RUNS })

describe(`laws of responses (seed ${SEED})`, () => {
  it('all pages together are the whole list', () =>
    law(async ({ model, query, sort, size }) => {
      const whole = await found(server, model, { ...query, sort })
      const byPage: number[] = []
      const byOffset: number[] = []
      for (const page of [0, 1, 2, 3]) {
        const paged = { page: String(page + 1), pageSize: String(size) }
        const offset = { start: String(page * size), limit: String(size) }
        byPage.push(...(await found(server, model, { ...query, sort, pagination: paged })).ids)
        byOffset.push(...(await found(server, model, { ...query, sort, pagination: offset })).ids)
      }
      const expected = whole.ids.slice(0, size * 4)
      expect({ byPage, byOffset }).toEqual({ byPage: expected, byOffset: expected })
    }))

  it('sort changes only the order', () =>
    law(async ({ model, query, sort }) => {
      const plain = await found(server, model, query)
      const ordered = await found(server, model, { ...query, sort })
      expect(ordered.total).toBe(plain.total)
      expect(new Set(ordered.ids).size).toBe(plain.ids.length)
      if (plain.total <= 100) expect(new Set(ordered.ids)).toEqual(new Set(plain.ids))
    }))

  it('populate and fields change neither the entries, nor their order, nor the total', () =>
    law(async ({ model, query, sort, fields, populate }) => {
      const plain = { ...query, sort, pagination: { pageSize: '10' } }
      const whole = { ...plain, fields: undefined }
      expect(await found(server, model, { ...plain, populate, fields })).toEqual(await found(server, model, whole))
    }))

  it('a response with fields is a projection of the full response', () =>
    law(async ({ model, query, sort, fields }) => {
      const plain = { ...query, sort, pagination: { pageSize: '10' } }
      const whole = await ask(server, requestTo(model, plain))
      const names = new Set(['id', 'documentId', ...fields])
      const project = (entry: Entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name)))
      const reduced = await ask(server, requestTo(model, { ...plain, fields }))
      expect(reduced.data).toEqual(whole.data.map(project))
    }))
})
