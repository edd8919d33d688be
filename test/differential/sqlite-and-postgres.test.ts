/** The same requests to the same rows in both databases: the responses must be equal, value for value. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { urlOf } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { populateSource } from '../naive/generate-populate.ts'
import { anyLocale, anyStatus, fieldsFor, LISTED, type Request, requestTo, sortFor } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import type { Json } from '../naive/values.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine, type PostgresDatabase } from '../support/postgres.ts'
import { randomRuns } from '../support/random-runs.ts'
import { dependsOnKeyOrder, namesWithoutNulls, orderedBy } from './ordered-alike.ts'

const SEED = Number(process.env.DIFFERENTIAL_SEED ?? 20_261_115)
const FILTERS = randomRuns(800)
const POPULATES = randomRuns(400)

const tables = loadTables(fixture('magazine.sqlite'))
const sortable = namesWithoutNulls(tables)
const filters = filterSource(tables)
const populate = populateSource(filters)

const pagination = fc.oneof(
  fc.constant({ pageSize: '100' }),
  fc.record({ page: fc.constantFrom('1', '2'), pageSize: fc.constantFrom('3', '10') }),
  fc.record({ start: fc.constantFrom('0', '7'), limit: fc.constantFrom('5', '50') }),
)

const filtered: fc.Arbitrary<Request> = fc.constantFrom(...LISTED).chain((model) =>
  fc
    .record({
      filters: filters(model, 2, 3),
      sort: fc.option(sortFor(model), { nil: undefined }),
      fields: fc.option(fieldsFor(model), { nil: undefined }),
      status: anyStatus,
      locale: anyLocale,
      pagination,
    })
    .map((query) => orderedBy(sortable, requestTo(model, query)))
    .filter(({ query }) => !dependsOnKeyOrder(query as Json)),
)

const populated: fc.Arbitrary<Request> = fc
  .constantFrom(...LISTED.filter((model) => Object.keys(model.links).length > 0))
  .chain((model) =>
    fc
      .record({
        populate: populate(model, 2),
        filters: fc.option(filters(model, 1, 1), { nil: undefined, freq: 2 }),
        sort: fc.option(sortFor(model), { nil: undefined }),
        status: anyStatus,
        locale: anyLocale,
        pagination: fc.record({ page: fc.constantFrom('1', '2'), pageSize: fc.constantFrom('3', '8') }),
      })
      .map((query) => orderedBy(sortable, requestTo(model, query)))
      .filter(({ query }) => !dependsOnKeyOrder(query as Json)),
  )

let database: PostgresDatabase
let sqlite: Lectern
let postgres: Lectern

beforeAll(async () => {
  database = await createMagazine()
  const open = (url: string) =>
    openProject({ project: fixture('magazine'), database: url, profile: 'strapi', env: { TZ: 'UTC' } })
  sqlite = await open(fixture('magazine.sqlite'))
  postgres = await open(database.url)
})

afterAll(async () => {
  await sqlite?.close()
  await postgres?.close()
  await database?.drop()
})

async function answerOf(server: Lectern, url: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await server.fetch(url)
  return { status: response.status, body: await response.json() }
}

async function sameAnswer(request: Request): Promise<void> {
  const url = urlOf(request)
  const [left, right] = await Promise.all([answerOf(sqlite, url), answerOf(postgres, url)])
  expect(right, decodeURIComponent(url)).toEqual(left)
  expect(left.status, url).toBe(200)
}

describe(`SQLite and PostgreSQL (seed ${SEED})`, () => {
  it(`agree on ${FILTERS} filters`, async () => {
    await fc.assert(fc.asyncProperty(filtered, sameAnswer), { seed: SEED, numRuns: FILTERS })
  })

  it(`agree on ${POPULATES} populates`, async () => {
    await fc.assert(fc.asyncProperty(populated, sameAnswer), { seed: SEED, numRuns: POPULATES })
  })
})
