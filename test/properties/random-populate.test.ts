import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { answer } from '../naive/answer.ts'
import { ask, asRead, urlOf } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { populateSource } from '../naive/generate-populate.ts'
import { anyLocale, anyStatus, fieldsFor, LISTED, type Request, requestTo, sortFor } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import { isObject, type Json } from '../naive/values.ts'
import { serveMagazine } from '../support/magazine.ts'
import { randomRuns } from '../support/random-runs.ts'

const SEED = 20_261_115
const RUNS = randomRuns(250)

const tables = loadTables('test/fixtures/magazine.sqlite')
const filters = filterSource(tables)
const populate = populateSource(filters)

const anyRequest: fc.Arbitrary<Request> = fc
  .constantFrom(...LISTED.filter((model) => Object.keys(model.links).length > 0))
  .chain((model) =>
    fc
      .record({
        populate: populate(model, 2),
        filters: fc.option(filters(model, 1, 1), { nil: undefined, freq: 2 }),
        sort: fc.option(sortFor(model), { nil: undefined }),
        fields: fc.option(fieldsFor(model), { nil: undefined }),
        status: anyStatus,
        locale: anyLocale,
        pagination: fc.record({ page: fc.constantFrom('1', '2'), pageSize: fc.constantFrom('3', '8') }),
      })
      .map((query) => requestTo(model, query)),
  )

let server: Lectern

beforeAll(async () => {
  server = await serveMagazine('strapi')
})

afterAll(() => server.close())

const holdsSomething = (value: Json): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0

const showsLinkedRows = (request: Request): boolean => {
  const { path, query } = asRead(request)
  const links = Object.keys(LISTED.find((model) => model.path === path)?.links ?? {})
  return (answer(tables, path, query).data as readonly Record<string, Json>[]).some((entry) =>
    links.some((name) => holdsSomething(entry[name] ?? null)),
  )
}

describe(`random populate (seed ${SEED})`, () => {
  it('gets exactly the responses of the naive evaluator', async () => {
    const property = fc.asyncProperty(anyRequest, async (request) => {
      const { path, query } = asRead(request)
      expect(await ask(server, request), urlOf(request)).toEqual(answer(tables, path, query))
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS })
  })

  it('is useful: most responses have related entries', () => {
    const requests = fc.sample(anyRequest, { seed: SEED, numRuns: RUNS })
    expect(requests.filter(showsLinkedRows).length / RUNS).toBeGreaterThan(0.5)
  })
})
