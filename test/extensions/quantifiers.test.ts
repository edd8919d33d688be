/** `quantifiers`: conditions on all related entries in filters, and their number in sorts. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { answer } from '../naive/answer.ts'
import { ask, asRead, type Entry, found, ids, urlOf } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { anyLocale, anyStatus, LISTED, type Request, requestTo } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import { type Model, modelOf } from '../naive/models.ts'
import type { Json } from '../naive/values.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

const SEED = 20_261_116
const RUNS = { SQLite: randomRuns(240), PostgreSQL: randomRuns(80) }

const tables = loadTables(fixture('magazine.sqlite'))
const filters = filterSource(tables, ['quantifiers'])

/** Every relation to many of the types that have lists. */
const LISTS = LISTED.flatMap((model) =>
  Object.entries(model.links).flatMap(([name, link]) =>
    'target' in link && link.many ? [{ model, name, target: modelOf(link.target) }] : [],
  ),
)

type Found = Awaited<ReturnType<typeof found>>

/** Each entry is in exactly one of the two lists. For more than a page of a hundred entries, only totals are compared. */
function expectShares(everything: Found, left: Found, right: Found): void {
  expect(left.total + right.total).toBe(everything.total)
  if (everything.total > 100) return
  expect([...left.ids, ...right.ids].sort((a, b) => a - b)).toEqual(everything.ids)
}

const scope = fc.record({ status: anyStatus, locale: anyLocale })
type Scope = { readonly status: Json | undefined; readonly locale: Json | undefined }

const someList = fc
  .constantFrom(...LISTS)
  .chain((list) => fc.record({ list: fc.constant(list), scope, p: filters(list.target, 1, 1) }))

const someRequest: fc.Arbitrary<Request> = fc.constantFrom(...LISTED).chain((model) => {
  const lists = LISTS.filter((list) => list.model === model).map(({ name }) => `${name}.$count`)
  const sort = lists.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...lists), { nil: undefined })
  return fc
    .record({ filters: filters(model, 2, 2), sort, status: anyStatus, locale: anyLocale, fields: fc.constant('id') })
    .map((query) => requestTo(model, { ...query, pagination: { pageSize: '100' } }))
})

describe.each(DATABASES)('quantifiers on %s', (kind) => {
  const runs = RUNS[kind]
  let server: Lectern
  let opened: Opened

  beforeAll(async () => {
    opened = await openMagazineOn(kind, { profile: 'strapi', extensions: ['quantifiers'], env: { TZ: 'UTC' } })
    server = opened.lectern
  })

  afterAll(() => opened?.close())

  const law = <T>(cases: fc.Arbitrary<T>, check: (given: T) => Promise<void>): Promise<void> =>
    fc.assert(fc.asyncProperty(cases, check), { seed: SEED, numRuns: Math.ceil(runs / 6) })

  const asker = (model: Model, where: Scope) => (condition: Json) =>
    found(server, model, { ...where, filters: { $and: [condition] } })

  it('find what the naive evaluator finds, in the same order', async () => {
    const agree = async (request: Request) => {
      const reply = await ask(server, request)
      const { path, query } = asRead(request)
      const expected = answer(tables, path, query)
      expect({ ids: ids(reply), meta: reply.meta }, urlOf(request)).toEqual({ ids: ids(expected), meta: expected.meta })
    }
    await fc.assert(fc.asyncProperty(someRequest, agree), { seed: SEED, numRuns: runs })
  })

  it('each entry matches either $some or $none', () =>
    law(someList, async ({ list: { model, name }, scope, p }) => {
      const asked = asker(model, scope)
      const everything = await found(server, model, scope)
      const [some, none] = [await asked({ [name]: { $some: p } }), await asked({ [name]: { $none: p } })]
      expectShares(everything, some, none)
      expect(await asked({ $not: { [name]: { $some: p } } })).toEqual(none)
      expect(await asked({ $not: { [name]: { $none: p } } })).toEqual(some)
    }))

  it('$every holds where no entry fails, and $not is exact', () =>
    law(someList, async ({ list: { model, name }, scope, p }) => {
      const asked = asker(model, scope)
      const everything = await found(server, model, scope)
      const every = await asked({ [name]: { $every: p } })
      const notEvery = await asked({ $not: { [name]: { $every: p } } })
      expectShares(everything, every, notEvery)
      const none = await asked({ [name]: { $count: '0' } })
      const andOne = await asked({ [name]: { $every: p, $count: { $gte: '1' } } })
      expect(
        await asked({ $and: [{ [name]: { $some: p } }, { [name]: { $every: p, $count: { $gte: '1' } } }] }),
      ).toEqual(andOne)
      expect(every.total).toBe(andOne.total + none.total)
    }))

  it('$all of one value is $some, of two it is both', () =>
    law(someList, async ({ list: { model, name, target }, scope }) => {
      const rows = [...(tables.get(target.uid)?.values() ?? [])]
      const [a = '1', b = '2'] = [rows[0], rows.at(-1)].map((row) => String(row?.id ?? 0))
      const asked = (condition: Json) => asker(model, scope)({ [name]: condition })
      expect(await asked({ $all: { id: [a] } })).toEqual(await asked({ $some: { id: a } }))
      expect(await asked({ $all: { id: [a, b] } })).toEqual(
        await asker(model, scope)({ $and: [{ [name]: { $some: { id: a } } }, { [name]: { $some: { id: b } } }] }),
      )
    }))

  it('$count is the number that populate shows, with every publication filter', async () => {
    for (const [model, name] of [
      ['articles', 'reviews'],
      ['articles', 'links'],
      ['articles', 'related'],
      ['authors', 'articles'],
      ['authors', 'mentees'],
    ] as const) {
      for (const more of [
        '',
        '&status=draft',
        '&status=draft&publicationFilter=modified',
        '&publicationFilter=unmodified',
      ]) {
        await expectCounts(model, name, more)
      }
    }
  })

  const list = async (path: string): Promise<readonly Entry[]> => {
    const response = await server.fetch(path)
    const text = await response.text()
    expect(response.status, `${path} ${text}`).toBe(200)
    return JSON.parse(text).data
  }

  /** For each entry: filters find it by exactly the number of related entries that populate shows. */
  async function expectCounts(model: string, name: string, more: string): Promise<void> {
    const base = `/api/${model}?pagination[pageSize]=100&fields=id${more}`
    const shown = await list(`${base}&populate[${name}][fields]=id`)
    const counts = new Map(shown.map((entry) => [entry.id, (entry[name] as readonly Json[]).length]))
    for (const count of new Set(counts.values())) {
      const found = await list(`${base}&filters[${name}][$count]=${count}`)
      const expected = shown.filter(({ id }) => counts.get(id) === count)
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }
    const sorted = await list(`${base}&sort=${name}.$count:desc`)
    const numbers = sorted.map(({ id }) => counts.get(id) ?? 0)
    expect(numbers).toEqual([...counts.values()].sort((a, b) => b - a))
  }

  const refusal = async (query: string, path = '/api/articles') => {
    const response = await server.fetch(`${path}?${query}`)
    const { error } = (await response.json()) as { readonly error?: { message: string; details: { hint?: string } } }
    return { status: response.status, message: error?.message, hint: error?.details.hint }
  }

  it.each([
    [
      'filters[author][$every][name]=x',
      'Invalid key $every at author',
      'author leads to one entry at most: use $some or $none',
    ],
    [
      'filters[author][$all][name][0]=x',
      'Invalid key $all at author',
      'author leads to one entry at most: use $some or $none',
    ],
    [
      'filters[author][$count]=1',
      'Invalid key $count at author',
      'author leads to one entry at most: use $some or $none',
    ],
    ['filters[$some][title]=x', 'Invalid key $some', '$some belongs after a relation: filters[relation][$some]'],
    [
      'filters[title][$none]=x',
      'Invalid key $none at title',
      '$none belongs after a relation: filters[relation][$none]',
    ],
    [
      'filters[tags][$some][$every][label]=x',
      'Invalid key $every at tags',
      '$every belongs after a relation: filters[relation][$every]',
    ],
    ['filters[tags][$some][lable]=x', 'Invalid key lable at tags', 'Did you mean label?'],
    ['sort=author.$count', 'Invalid key $count at author', 'author leads to one entry at most'],
    ['sort=$count', 'Invalid key $count', 'Name the relation: relation.$count'],
  ])('refuses %s', async (query, message, hint) => {
    expect(await refusal(query)).toEqual({ status: 400, message, hint })
  })

  it.each([
    [
      'filters[tags][$some]',
      'Invalid value at filters[tags][$some]: it takes a filter on the entries: filters[tags][$some][attribute]=…',
    ],
    [
      'filters[tags][$every]=',
      'Invalid value at filters[tags][$every]: it takes a filter on the entries: filters[tags][$every][attribute]=…',
    ],
    [
      'filters[tags][$all]',
      'Invalid value at filters[tags][$all]: it takes one attribute and a list of values: filters[tags][$all][attribute][0]=…',
    ],
    [
      'filters[tags][$all][label][$in][0]=a',
      'Invalid value at filters[tags][$all][label]: it takes a list of values: filters[tags][$all][label][0]=…',
    ],
    [
      'filters[tags][$all][label]=a&filters[tags][$all][color]=b',
      'Invalid value at filters[tags][$all]: it takes one attribute and a list of values: filters[tags][$all][attribute][0]=…',
    ],
    [
      'filters[tags][$count][$of][label]=a',
      'Invalid value at filters[tags][$count]: it takes a comparison beside $of: filters[tags][$count][$gte]=…',
    ],
    [
      'filters[tags][$count][$of]=&filters[tags][$count][$gt]=1',
      'Invalid value at filters[tags][$count][$of]: it takes a filter on the entries: filters[tags][$count][$of][attribute]=…',
    ],
    ['filters[tags][$count]=many', 'Invalid value "many" at tags.$count. Expected a whole number from 0'],
    ['filters[tags][$count]=-1', 'Invalid value "-1" at tags.$count. Expected a whole number from 0'],
    ['filters[tags][$count][$gte]=1.5', 'Invalid value "1.5" at tags.$count. Expected a whole number from 0'],
    [
      'filters[tags][$count][$gt]=9007199254740992',
      'Invalid value "9007199254740992" at tags.$count. Expected a whole number from 0',
    ],
    ['filters[tags][$count][$contains]=1', 'Invalid key $contains at tags.$count'],
    ['filters[tags][$count][$null]=true', 'Invalid key $null at tags.$count'],
    ['filters[tags][$count][label]=x', 'Invalid key label at tags.$count'],
    ['sort=tags.$count.label', 'Invalid key label at tags.$count'],
  ])('refuses %s', async (query, message) => {
    expect(await refusal(query)).toMatchObject({ status: 400, message })
  })

  it('accepts the largest number', async () => {
    expect(await list('/api/authors?filters[articles][$count][$gt]=9007199254740991')).toEqual([])
  })

  it('counts each lookup towards the limit filterRelations', async () => {
    const values = Array.from({ length: 51 }, (_, index) => `filters[tags][$all][id][${index}]=${index}`).join('&')
    expect(await refusal(values)).toMatchObject({
      status: 400,
      message: expect.stringContaining('more than 50 relations'),
    })
  })

  it('treats private and forbidden names as unknown', async () => {
    for (const [path, hidden] of [
      ['/api/articles', 'filters[privateReviewer][$some][id]=1'],
      ['/api/articles', 'filters[memos][$count][$gte]=0'],
      ['/api/articles', 'sort=memos.$count'],
      ['/api/authors', 'filters[articles][$some][accessCode]=x'],
      ['/api/authors', 'filters[articles][$every][internalNotes][$null]=true'],
      ['/api/authors', 'filters[articles][$all][accessCode][0]=x'],
      ['/api/authors', 'filters[articles][$count][$of][accessCode][$contains]=a&filters[articles][$count][$gt]=0'],
      ['/api/authors', 'sort=articles.memos.$count'],
    ] as const) {
      const [name = ''] = /privateReviewer|memos|accessCode|internalNotes/.exec(hidden) ?? []
      const answer = await refusal(hidden, path)
      const unknown = await refusal(hidden.replaceAll(name, 'zzzzzzzz'), path)
      expect(answer.status, hidden).toBe(400)
      expect(JSON.stringify(answer).replaceAll(name, 'zzzzzzzz')).toBe(JSON.stringify(unknown))
    }
  })
})

describe('without the extension', () => {
  it('refuses the filter, with a hint that names the extension', async () => {
    const options = { project: fixture('magazine'), database: fixture('magazine.sqlite'), extensions: [] }
    const plain = await openProject({ ...options, env: {} })
    const production = await openProject({ ...options, env: { NODE_ENV: 'production' } })
    const told = async (server: Lectern, query: string) => {
      const response = await server.fetch(`/api/articles?${query}`)
      return ((await response.json()) as { readonly error: unknown }).error
    }
    for (const query of ['filters[tags][$some][label][$nope]=x', 'filters[tags][$count]=x', 'sort=tags.$count']) {
      const key = query.includes('$some') ? '$some' : '$count'
      const error = { status: 400, name: 'ValidationError', message: `Invalid key ${key} at tags` }
      expect(await told(plain, query)).toMatchObject({
        ...error,
        details: { hint: expect.stringContaining("rest.extensions: ['quantifiers']") },
      })
      expect(await told(production, query)).toMatchObject(error)
      expect(JSON.stringify(await told(production, query))).not.toContain('extension')
    }
    await plain.close()
    await production.close()
  })
})
