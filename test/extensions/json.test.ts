/** Filters inside JSON documents: by path, and by the items of a list. */

import fc from 'fast-check'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inside, valueAt } from '../naive/json-path.ts'
import type { Json } from '../naive/values.ts'
import { askerOf } from '../support/ask.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, openSite, type Site } from '../writes/site.ts'
import { openMagazineOn } from './open-on.ts'

const SEED = 20_261_116

const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  null,
  true,
  false,
  0,
  1,
  -2.5,
  400,
  '400',
  'red',
  'Red',
  'é',
  '',
  'true',
)
const { document } = fc.letrec<{ document: Json; list: Json; object: Json }>((tie) => ({
  document: fc.oneof({ maxDepth: 3 }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('document'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', '0', '-1', 'c_d'), tie('document'), { maxKeys: 4 }),
}))
const DOCUMENTS: readonly Json[] = [
  ...fc.sample(document, { seed: SEED, numRuns: 60 }),
  { a: { b: 400 } },
  { a: { b: '400' } },
  { a: ['red', 1, null] },
  { a: [['red']] },
  ['red'],
  ['Red', 400],
]

const path = fc
  .array(fc.constantFrom('a', 'b', '0', '-1', 'c_d', 'x'), { minLength: 1, maxLength: 3 })
  .map((list) => list.join('.'))
  // A number alone would be an index of a list in the query string.
  .filter((text) => text !== '0')
/** In a URL, a text that could be read as another value is in quotes. */
const written: fc.Arbitrary<string> = fc.constantFrom(
  'true',
  'false',
  '0',
  '1',
  '-2.5',
  '400',
  '"400"',
  'red',
  'Red',
  'é',
  '""',
  '"true"',
)
const ordered = fc.oneof(
  fc.tuple(fc.constantFrom('0', '1', '-2.5', '400'), fc.constantFrom('1', '400')),
  fc.tuple(fc.constantFrom('red', '"400"', 'é'), fc.constantFrom('red', 'é')),
)
const plainText = fc.constantFrom('r', 'RED', 'é', '4', '')

const named = (names: readonly string[], operand: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.tuple(fc.constantFrom(...names), operand).map(([name, value]): Json => ({ [name]: value }))

const test: fc.Arbitrary<Json> = fc.oneof(
  written,
  named(['$eq', '$ne'], written),
  named(
    ['$lt', '$lte', '$gt', '$gte'],
    ordered.map(([value]) => value),
  ),
  named(
    ['$between'],
    ordered.map((pair): Json => [...pair]),
  ),
  named(['$in', '$notIn'], fc.array(written, { minLength: 1, maxLength: 3 })),
  named(['$contains', '$containsi', '$notContains', '$startsWith', '$endsWith', '$eqi', '$nei'], plainText),
  named(['$null'], fc.constantFrom('true', 'false')),
  named(['$has'], fc.oneof(written, fc.array(written, { minLength: 1, maxLength: 3 }))),
)
const condition: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: test },
  test.map((inner): Json => ({ $not: inner })),
)

const satisfies =
  (where: string, asked: Json) =>
  (document: Json): boolean =>
    inside(valueAt(document, where), asked) === true

it('makes useful conditions: in at least an eighth of the cases, some documents match and others do not', () => {
  const asked = fc.sample(fc.tuple(path, condition), { seed: SEED, numRuns: 400 })
  const telling = asked.filter((each) => {
    const count = DOCUMENTS.filter(satisfies(...each)).length
    return count > 0 && count < DOCUMENTS.length
  })
  expect(telling.length).toBeGreaterThan(asked.length / 8)
})

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site

  beforeAll(async () => {
    const types = { doc: { draftAndPublish: false, attributes: { data: { type: 'json' }, name: { type: 'string' } } } }
    site = await openSite(kind, {
      types,
      config: { api: { rest: { extensions: ['json'], maxLimit: 1_000, defaultLimit: 1_000 } } },
    })
    for (const [index, data] of DOCUMENTS.entries()) await site.create('/api/docs', { name: String(index), data })
  })
  afterAll(() => site?.close())

  const found = async (filters: Json) =>
    (await site.list(`/api/docs?${qs.stringify({ filters }, { encodeValuesOnly: true })}`)).map(({ name }) =>
      Number(name),
    )
  const expected = (holds: (document: Json) => boolean) =>
    DOCUMENTS.flatMap((one, index) => (holds(one) ? [index] : []))

  it('finds what the naive evaluator finds', async () => {
    const property = fc.asyncProperty(path, condition, async (where, asked) => {
      const ids = expected(satisfies(where, asked))
      expect(await found({ data: { $path: { [where]: asked } } }), JSON.stringify([where, asked])).toEqual(ids)
    })
    await fc.assert(property, { seed: SEED, numRuns: randomRuns(kind === 'SQLite' ? 400 : 150) })
  })

  it('divides all rows into those that meet a condition, those that do not, and those without a value', async () => {
    const parts = [{ $gte: '1' }, { $not: { $gte: '1' } }, { $null: 'true' }]
    const ids = await Promise.all(parts.map((part) => found({ data: { $path: { a: part } } })))
    expect(ids.flat().sort((a, b) => a - b)).toEqual(DOCUMENTS.map((_, index) => index))
  })

  it('searches a document that is a list', async () => {
    const has = (one: Json, value: Json) => Array.isArray(one) && one.includes(value)
    expect(await found({ data: { $has: 'red' } })).toEqual(expected((one) => has(one, 'red')))
    expect(await found({ data: { $has: ['red', '400'] } })).toEqual(expected((one) => has(one, 'red') || has(one, 400)))
    expect(await found({ data: { $has: '"400"' } })).toEqual(expected((one) => has(one, '400')))
  })

  const PATH =
    /^Invalid path .* at data\. Expected up to 8 names of letters, digits, - and _, or indexes of lists, with dots between/
  it.each([
    "a'b",
    'a"b',
    '$',
    '*',
    'a..b',
    '.a',
    'a b',
    'é',
    'a.b.c.d.e.f.g.h.i',
    'x'.repeat(65),
    "'||pg_sleep(9)--",
    '{a}',
    'x'.repeat(64_000),
  ])('refuses the path %j', async (where) => {
    const answer = await site.ask('GET', `/api/docs?filters[data][$path][${encodeURIComponent(where)}]=1`)
    expect(answer.status).toBe(400)
    expect(answer.error?.message).toMatch(PATH)
  })

  it.each([
    ['filters[data][$path][a%00]=1', /contains a NUL character/],
    ['filters[data][$path]=1', /it takes names inside the document/],
    ['filters[data][$path][0]=1', /it takes names inside the document/],
    [
      'filters[data][$path][a][$eq]=[1]',
      /^Invalid value "\[1\]" at data\.a\. Expected a text, a number, true or false$/,
    ],
    ['filters[data][$path][a][$lt]=true', /Expected texts or numbers: nothing else has an order/],
    ['filters[data][$path][a][$between][0]=1&filters[data][$path][a][$between][1]=x', /Expected texts or numbers/],
    ['filters[data][$path][a][$nope]=1', /^Invalid key \$nope at data\.a$/],
    ['filters[data][$path][a][b]=1', /^Invalid key b at data\.a$/],
    ['filters[data][$path][a][$path][b]=1', /^Invalid key \$path at data\.a$/],
    ['filters[name][$path][a]=1', /^Invalid key \$path at name$/],
    ['filters[name][$has]=1', /^Invalid key \$has at name$/],
    ['filters[$has]=1', /^Invalid key \$has$/],
    ['filters[data][$has][a]=1', /takes a value or a list of values/],
    ['filters[secret][$path][a]=1', /^Invalid key secret$/],
  ])('refuses %s', async (query, message) => {
    const answer = await site.ask('GET', `/api/docs?${query}`)
    expect({ status: answer.status, message: answer.error?.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    })
  })
})

it('is refused without the extension, with a hint outside production', async () => {
  const off = await openMagazineOn('SQLite', { extensions: [] })
  const production = await openMagazineOn('SQLite', { extensions: [], env: { NODE_ENV: 'production' } })
  try {
    for (const query of ['filters[metadata][$path][a]=1', 'filters[metadata][$has]=a']) {
      const refusal = await askerOf(off.lectern).refusal(`/api/articles?${query}`)
      expect(refusal.message).toMatch(/^Invalid key \$(?:path|has) at metadata$/)
      expect(refusal.details.hint).toContain("rest.extensions: ['json']")
      const silent = await askerOf(production.lectern).refusal(`/api/articles?${query}`)
      expect(silent.message).toBe(refusal.message)
      expect(JSON.stringify(silent)).not.toContain('extension')
    }
  } finally {
    await off.close()
    await production.close()
  }
})
