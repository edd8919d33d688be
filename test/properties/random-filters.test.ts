import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { answer } from '../naive/answer.ts'
import { ask, asRead, ids, urlOf } from '../naive/ask.ts'
import { filterSource, keyed, TEXT_OPERATORS } from '../naive/generate-filter.ts'
import { columnsOf, remarkableOperand } from '../naive/generate-operands.ts'
import { anyLocale, anyStatus, LISTED, type Request, requestTo, sortFor } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import { serveMagazine } from '../support/magazine.ts'
import { randomRuns } from '../support/random-runs.ts'

const SEED = 20_261_115
const RUNS = randomRuns(1_000)
const SAMPLE = 300

const tables = loadTables('test/fixtures/magazine.sqlite')
const filters = filterSource(tables)

const pagination = fc.oneof(
  fc.constant({ pageSize: '100' }),
  fc.record({ page: fc.constantFrom('1', '2'), pageSize: fc.constantFrom('3', '10') }),
  fc.record({ start: fc.constantFrom('0', '7'), limit: fc.constantFrom('5', '50') }),
)

const anyRequest: fc.Arbitrary<Request> = fc.constantFrom(...LISTED).chain((model) =>
  fc
    .record({
      filters: filters(model, 2, 3),
      sort: fc.option(sortFor(model), { nil: undefined }),
      status: anyStatus,
      locale: anyLocale,
      pagination,
      fields: fc.constant('id'),
    })
    .map((query) => requestTo(model, query)),
)

let server: Lectern

beforeAll(async () => {
  server = await serveMagazine('strapi')
})

afterAll(() => server.close())

const totalOf = (request: Request): number =>
  (answer(tables, request.path, { ...asRead(request).query, pagination: {} }).meta as { pagination: { total: number } })
    .pagination.total

const tellsApart = (request: Request): boolean => {
  const { filters: _dropped, ...unfiltered } = request.query
  const total = totalOf(request)
  return total > 0 && total < totalOf({ ...request, query: unfiltered })
}

/** The few columns with letters beyond ASCII or wildcards of LIKE: requested far more often than at random. */
const remarkableRequest: fc.Arbitrary<Request> = fc.oneof(
  ...LISTED.flatMap((model) =>
    columnsOf(tables, model).flatMap((column) =>
      remarkableOperand(column).map((operand) =>
        keyed([column.name], keyed(TEXT_OPERATORS, operand)).map((condition) =>
          requestTo(model, { filters: condition, locale: '*', fields: 'id', pagination: { pageSize: '100' } }),
        ),
      ),
    ),
  ),
)

const agree = async (request: Request): Promise<void> => {
  const reply = await ask(server, request)
  const { path, query } = asRead(request)
  const expected = answer(tables, path, query)
  expect({ ids: ids(reply), meta: reply.meta }, urlOf(request)).toEqual({ ids: ids(expected), meta: expected.meta })
}

describe(`random filters (seed ${SEED})`, () => {
  it('find the same entries in the same order as the naive evaluator', async () => {
    await fc.assert(fc.asyncProperty(anyRequest, agree), { seed: SEED, numRuns: RUNS })
  })

  it('treat letters beyond ASCII and the wildcards of LIKE as ordinary letters', async () => {
    await fc.assert(fc.asyncProperty(remarkableRequest, agree), { seed: SEED, numRuns: randomRuns(300) })
  })

  it('are useful: many find some entries but not all', () => {
    const requests = fc.sample(anyRequest, { seed: SEED, numRuns: SAMPLE })
    expect(requests.filter(tellsApart).length / SAMPLE).toBeGreaterThan(0.4)
  })
})
