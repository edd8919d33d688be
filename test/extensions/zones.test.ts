/** `zones`: filters on dynamic zones and on relations to any type. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { answer } from '../naive/answer.ts'
import { ask, asRead, found, ids, urlOf } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { anyLocale, anyStatus, LISTED, type Request, requestTo } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import { modelAt } from '../naive/models.ts'
import type { Json } from '../naive/values.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS } from '../support/magazine.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

const SEED = 20_261_116
const RUNS = { SQLite: randomRuns(200), PostgreSQL: randomRuns(80) }

const tables = loadTables(fixture('magazine.sqlite'))
const filters = filterSource(tables, ['zones', 'quantifiers'])
const MIXED = LISTED.filter(({ links }) => Object.values(links).some(({ kind }) => kind === 'zone' || kind === 'morph'))

const someRequest: fc.Arbitrary<Request> = fc.constantFrom(...MIXED).chain((model) => {
  const mixed = filters(model, 1, 2).filter((filter) =>
    /"on":|__component|__type|"\$null"/.test(JSON.stringify(filter)),
  )
  return fc
    .record({ filters: mixed, status: anyStatus, locale: anyLocale, fields: fc.constant('id') })
    .map((query) => requestTo(model, { ...query, pagination: { pageSize: '100' } }))
})

const QUOTE = 'blocks.quote'
const CTA = 'blocks.cta'

describe.each(DATABASES)('zones on %s', (kind) => {
  const runs = RUNS[kind]
  let server: Lectern
  let opened: Opened

  beforeAll(async () => {
    opened = await openMagazineOn(kind, { profile: 'strapi', extensions: ['quantifiers', 'zones'], env: { TZ: 'UTC' } })
    server = opened.lectern
  })

  afterAll(() => opened?.close())

  it('find what the naive evaluator finds', async () => {
    const agree = async (request: Request) => {
      const reply = await ask(server, request)
      const { path, query } = asRead(request)
      const expected = answer(tables, path, query)
      expect({ ids: ids(reply), meta: reply.meta }, urlOf(request)).toEqual({ ids: ids(expected), meta: expected.meta })
    }
    await fc.assert(fc.asyncProperty(someRequest, agree), { seed: SEED, numRuns: runs })
  })

  const articles = modelAt('articles')
  const having = (sections: Json, status = 'published') => found(server, articles, { status, filters: { sections } })

  it.each(['published', 'draft'])('agree with one another, %s', async (status) => {
    const everything = await found(server, articles, { status })
    const quotes = await having({ on: { [QUOTE]: 'true' } }, status)
    expect(quotes.total).toBeGreaterThan(0)
    expect(quotes.total).toBeLessThan(everything.total)
    expect(await having({ __component: QUOTE }, status)).toEqual(quotes)
    expect(await having({ __component: { $in: [QUOTE] } }, status)).toEqual(quotes)
    expect(await having({ $some: { __component: QUOTE } }, status)).toEqual(quotes)
    expect(await having({ $count: { $of: { __component: QUOTE }, $gte: '1' } }, status)).toEqual(quotes)
    const without = await having({ $none: { __component: QUOTE } }, status)
    expect(without.total).toBe(everything.total - quotes.total)
    const [empty, filled] = [await having({ $null: 'true' }, status), await having({ $notNull: 'true' }, status)]
    expect(empty.total + filled.total).toBe(everything.total)
    expect(await having({ $count: '0' }, status)).toEqual(empty)
    expect(await found(server, articles, { status, filters: { $not: { sections: { $null: 'true' } } } })).toEqual(
      filled,
    )
  })

  it('two components are alternatives', async () => {
    const [quote, cta] = [{ [QUOTE]: { text: { $contains: 'a' } } }, { [CTA]: { title: { $contains: 'e' } } }]
    const both = await having({ on: { ...quote, ...cta } })
    expect(both).toEqual(
      await found(server, articles, { filters: { $or: [{ sections: { on: quote } }, { sections: { on: cta } }] } }),
    )
  })

  it('match the items that populate shows', async () => {
    const response = await server.fetch(
      '/api/articles?fields=id&pagination[pageSize]=100&populate[sections][populate]=*',
    )
    const { data } = (await response.json()) as { data: { id: number; sections: { __component: string }[] }[] }
    for (const count of [0, 1, 2, 3]) {
      const expected = data.filter(({ sections }) => sections.length === count).map(({ id }) => id)
      expect((await having({ $count: String(count) })).ids).toEqual(expected)
    }
    const only = data.filter(({ sections }) => sections.every(({ __component }) => __component === QUOTE))
    expect((await having({ $every: { __component: QUOTE } })).ids).toEqual(only.map(({ id }) => id))
  })

  const refusal = async (query: string, path = '/api/articles', headers: Record<string, string> = {}) => {
    const response = await server.fetch(`${path}?${query}`, { headers })
    const { error } = (await response.json()) as { readonly error?: { message: string; details: { hint?: string } } }
    return { status: response.status, message: error?.message, hint: error?.details.hint }
  }

  const NAME_IT = 'Name the component: filters[sections][on][component][…], or [__component]=component, or [$null]'

  it.each([
    ['filters[sections][text]=x', 'Invalid key text at sections', NAME_IT],
    ['filters[sections]=3', 'Invalid key $eq at sections', NAME_IT],
    ['filters[sections][$contains]=a', 'Invalid key $contains at sections', NAME_IT],
    ['filters[sections][__type]=blocks.quote', 'Invalid key __type at sections', NAME_IT],
    ['filters[sections][on]=true', 'Invalid key on at sections', NAME_IT],
    ['filters[sections][on][$or][0][blocks.quote]=true', 'Invalid key on at sections', NAME_IT],
    [
      'filters[sections][on][blocks.qoute]=true',
      'Invalid key blocks.qoute at sections.on',
      'Did you mean blocks.quote?',
    ],
    ['filters[sections][__component]=shared.seo', 'Invalid key shared.seo at sections.__component', undefined],
    [
      'filters[sections][__component][$gt]=a',
      'Invalid key $gt at sections.__component',
      '__component takes $eq, $ne, $in and $notIn',
    ],
    [
      'filters[sections][__component][$null]=true',
      'Invalid key $null at sections.__component',
      '__component takes $eq, $ne, $in and $notIn',
    ],
    [
      'filters[sections][on][blocks.quote][texts]=x',
      'Invalid key texts at sections.on.blocks.quote',
      'Did you mean text?',
    ],
  ])('refuses %s', async (query, message, hint) => {
    expect(await refusal(query)).toEqual({ status: 400, message, hint })
  })

  it('does not sort by zones', async () => {
    for (const sort of ['sections.$count', 'sections.text', 'sections.__component'])
      expect(await refusal(`sort=${sort}`)).toMatchObject({ status: 400, message: 'Invalid key sections' })
  })

  it('treats types that the caller may not find as unknown', async () => {
    const about = (uid: string) => `filters[about][on][${uid}]=true`
    const forbidden = await refusal(about('api::memo.memo'), '/api/comments')
    const unknown = await refusal(about('api::nono.nono'), '/api/comments')
    expect(forbidden.status).toBe(400)
    expect(JSON.stringify(forbidden).replaceAll('memo', 'nono')).toBe(JSON.stringify(unknown))
    expect((await refusal(about('api::memo.memo'), '/api/comments', AS_FULL_ACCESS)).status).toBe(200)
    const hidden = await refusal('filters[about][on][api::article.article][accessCode]=x', '/api/comments')
    const nothing = await refusal('filters[about][on][api::article.article][zzzzzzzzzz]=x', '/api/comments')
    expect(JSON.stringify(hidden).replaceAll('accessCode', 'zzzzzzzzzz')).toBe(JSON.stringify(nothing))
  })
})

describe('without the extension', () => {
  it('refuses the filter, with a hint that names the extension', async () => {
    const options = { project: fixture('magazine'), database: fixture('magazine.sqlite'), extensions: [] }
    const plain = await openProject({ ...options, env: {} })
    const response = await plain.fetch('/api/articles?filters[sections][on][blocks.quote]=true')
    expect(await response.json()).toMatchObject({
      error: {
        status: 400,
        message: 'Invalid key sections',
        details: { key: 'sections', path: 'sections', hint: expect.stringContaining("rest.extensions: ['zones']") },
      },
    })
    await plain.close()
  })
})
