/** `locale[$first]`: shows each document in the first of the given locales that it has. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { candidatesFor } from '../../src/advise/candidates.ts'
import { type Lectern, type OpenApiDocument, openProject } from '../../src/index.ts'
import { ALWAYS } from '../../src/plan/conditions.ts'
import { answer } from '../naive/answer.ts'
import { ask, asRead, ids, urlOf } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { anyStatus, LISTED, type Request, requestTo } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import { type Asker, askerOf, type Entry } from '../support/ask.ts'
import { fixture } from '../support/fixture.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, prepareSite, askerOf as writerOf } from '../writes/site.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

const SEED = 20_261_116
const ALL = 'pagination[pageSize]=100'
const FRENCH_FIRST = 'locale[$first][0]=fr-FR&locale[$first][1]=en'

const tables = loadTables(fixture('magazine.sqlite'))
const filters = filterSource(tables)

/** Existing and unknown codes, in any order, some repeated. */
const codes = fc.array(fc.constantFrom('en', 'fr-FR', 'xx'), { minLength: 1, maxLength: 4 })

const anyRequest: fc.Arbitrary<Request> = fc
  .constantFrom(...LISTED.filter(({ localized }) => localized === true))
  .chain((model) =>
    fc
      .record({
        filters: fc.option(filters(model, 1, 1), { nil: undefined }),
        locale: codes.map(($first) => ({ $first })),
        status: anyStatus,
        pagination: fc.constantFrom({ pageSize: '100' }, { page: '2', pageSize: '3' }),
        fields: fc.constant('id'),
      })
      .filter(({ filters }) => filters === undefined || !('locale' in filters))
      .map((query) => requestTo(model, query)),
  )

const SHAPE = "Invalid parameter at 'locale'. Expected a string or an array of strings"

const has = (entries: readonly Entry[], entry: Entry) =>
  entries.some(({ documentId }) => documentId === entry.documentId)

describe.each(DATABASES)('on %s', (kind) => {
  let opened: Opened
  let asked: Asker
  let lectern: Lectern

  beforeAll(async () => {
    opened = await openMagazineOn(kind, { extensions: ['localeFallback'], profile: 'strapi' })
    lectern = opened.lectern
    asked = askerOf(lectern)
  })
  afterAll(() => opened?.close())

  it('finds what the naive evaluator finds', async () => {
    const property = fc.asyncProperty(anyRequest, async (request) => {
      const reply = await ask(lectern, request)
      const { path, query } = asRead(request)
      const expected = answer(tables, path, query)
      expect({ ids: ids(reply), meta: reply.meta }, urlOf(request)).toEqual({ ids: ids(expected), meta: expected.meta })
    })
    await fc.assert(property, { seed: SEED, numRuns: randomRuns(kind === 'SQLite' ? 200 : 60) })
  })

  it.each(['en', 'fr-FR', 'xx'])('of one locale, %s, is that locale', async (code) => {
    const expected = await asked.text(`/api/articles?locale=${code}&populate=*`)
    expect(await asked.text(`/api/articles?locale[$first]=${code}&populate=*`)).toBe(expected)
    expect(await asked.text(`/api/articles?locale[$first][0]=${code}&locale[$first][1]=xx&populate=*`)).toBe(expected)
  })

  it.each(['published', 'draft'])('shows each document once (%s)', async (status) => {
    const inLocale = (code: string) => asked.list(`/api/articles?locale=${code}&status=${status}&${ALL}`)
    const every = [...(await inLocale('fr-FR')), ...(await inLocale('en'))]
    const { data, meta } = await asked.body(`/api/articles?${FRENCH_FIRST}&status=${status}&${ALL}`)
    const documents = new Set(every.map(({ documentId }) => documentId))
    expect(meta.pagination.total).toBe(documents.size)
    expect(new Set(data.map(({ documentId }) => documentId)).size).toBe(data.length)
    expect(data.every((entry) => has(every, entry))).toBe(true)
    expect(new Set(data.map(({ locale }) => locale))).toEqual(new Set(['en', 'fr-FR']))
  })

  it('shows each entry with the values of its own locale', async () => {
    for (const entry of await asked.list(`/api/articles?${FRENCH_FIRST}&populate=*&pagination[pageSize]=8`)) {
      const path = `/api/articles/${entry.documentId}`
      expect(entry).toEqual(await asked.one(`${path}?locale=${entry.locale}&populate=*`))
      expect(await asked.one(`${path}?${FRENCH_FIRST}&populate=*`)).toEqual(entry)
    }
  })

  it('falls back where the preferred locale has only a draft', async () => {
    const drafts = await asked.list(`/api/articles?locale=fr-FR&status=draft&${ALL}`)
    const french = await asked.list(`/api/articles?locale=fr-FR&${ALL}`)
    const english = await asked.list(`/api/articles?locale=en&${ALL}`)
    const draftOnly = drafts.filter((entry) => !has(french, entry) && has(english, entry))
    expect(draftOnly.length).toBeGreaterThan(0)
    for (const { documentId } of draftOnly) {
      const path = `/api/articles/${documentId}?${FRENCH_FIRST}`
      expect((await asked.one(path)).locale).toBe('en')
      expect((await asked.one(`${path}&status=draft`)).locale).toBe('fr-FR')
    }
  })

  it('chooses among the entries that match the publication filter', async () => {
    const query = `status=draft&publicationFilter=has-published-version&${ALL}`
    const french = await asked.list(`/api/articles?locale=fr-FR&${query}`)
    const chosen = await asked.list(`/api/articles?${FRENCH_FIRST}&${query}`)
    expect(chosen.filter(({ locale }) => locale === 'fr-FR').map(({ id }) => id)).toEqual(french.map(({ id }) => id))
    const english = await asked.list(`/api/articles?locale=en&${query}`)
    const others = english.filter((entry) => !has(french, entry))
    expect(chosen.filter(({ locale }) => locale === 'en')).toEqual(others)
  })

  it('accepts commas or a list, and ignores repeated codes', async () => {
    const expected = await asked.text(`/api/articles?${FRENCH_FIRST}`)
    expect(await asked.text('/api/articles?locale[$first]=fr-FR,en')).toBe(expected)
    expect(await asked.text('/api/articles?locale[$first]=fr-FR, en,fr-FR')).toBe(expected)
    expect(await asked.text(`/api/articles?locale[$first]=fr-FR,en${',en'.repeat(20)}`)).toBe(expected)
  })

  it('works for single types and in the format of version 4', async () => {
    expect(await asked.text(`/api/homepage?${FRENCH_FIRST}`)).toBe(await asked.text('/api/homepage?locale=en'))
    const v4 = { 'strapi-response-format': 'v4' }
    const [first] = await asked.list(`/api/articles?${FRENCH_FIRST}&sort=locale:desc`, v4)
    expect(first).toMatchObject({ attributes: { locale: 'fr-FR' } })
  })

  it('has no effect on a type without locales', async () => {
    expect(await asked.text(`/api/tags?${FRENCH_FIRST}`)).toBe(await asked.text('/api/tags'))
  })

  it('is described where a type has locales', async () => {
    const document = (await (await lectern.fetch('/_openapi.json')).json()) as OpenApiDocument
    const fallbacks = (path: string) =>
      (document.paths[path]?.get?.parameters ?? []).filter((one) => 'name' in one && one.name === 'locale[$first]')
    const paths = ['/api/articles', '/api/articles/{documentId}', '/api/homepage', '/api/tags']
    expect(paths.map((path) => fallbacks(path).length)).toEqual([1, 1, 1, 0])
  })

  it('does not change filters on the locale elsewhere', async () => {
    const entries = await asked.list(`/api/articles?${FRENCH_FIRST}&filters[$and][0][locale]=en&${ALL}`)
    const chosen = await asked.list(`/api/articles?${FRENCH_FIRST}&${ALL}`)
    expect(entries).toEqual(chosen.filter(({ locale }) => locale === 'en'))
  })

  const EXPECTED =
    "Invalid parameter at 'locale[$first]'. Expected codes of locales, the best first: locale[$first][0]=fr-CH&locale[$first][1]=en"

  it.each([
    ['locale[$first]', EXPECTED],
    ['locale[$first]=', EXPECTED],
    ['locale[$first]=en,,fr', EXPECTED],
    ['locale[$first]=*', EXPECTED],
    ['locale[$first][0]=en,fr', EXPECTED],
    ['locale[$first][0]=en&locale[$first][1]', EXPECTED],
    ['locale[$first][a]=en', EXPECTED],
    ['locale[$first][0][0]=en', EXPECTED],
    ['locale[$first]=en&locale[$in]=en', SHAPE],
    ['locale[$last]=en', SHAPE],
    ['locale[$first]=a,b,c,d,e,f,g,h,i,j,k', 'The locale names more than 10 locales to fall back on'],
    [
      'locale[$first]=en&filters[locale]=en',
      'Invalid parameters: locale[$first] chooses the locale, and so does filters[locale]. Leave one of them out',
    ],
  ])('refuses %s', async (query, message) => {
    expect(await asked.refusal(`/api/articles?${query}`)).toMatchObject({ status: 400, message })
  })
})

describe.each(DATABASES)('on %s, where entries are written', (kind) => {
  const spec = {
    types: { page: { localized: true, draftAndPublish: true, attributes: { title: { type: 'string' } } } },
    config: { api: { rest: { extensions: ['localeFallback'] } } },
  }

  it('publishing a translation changes only its document; writes refuse the parameter', async () => {
    const site = await prepareSite(kind, spec)
    const lectern = await openProject({ project: site.folder, database: site.database, env: {}, migrate: true })
    try {
      const { create, update, entry, list, ask } = writerOf((path, init) => lectern.fetch(path, init))
      const made = [await create('/api/pages', { title: 'one' }), await create('/api/pages', { title: 'two' })]
      const path = `/api/pages/${made[0]?.documentId}`
      const first = '/api/pages?locale[$first]=fr,en&sort=id'
      await update(`${path}?locale=fr&status=draft`, { title: 'un' })
      expect((await list(first)).map(({ title }) => title)).toEqual(['one', 'two'])
      await entry(200, 'POST', `${path}/actions/publish?locale=fr`)
      expect((await list(first)).map(({ title }) => title).sort()).toEqual(['two', 'un'])
      const refused = await ask('PUT', `${path}?locale[$first]=fr,en`, { title: 'x' })
      expect(refused).toMatchObject({ status: 400, error: { message: expect.stringContaining('is for reads') } })
    } finally {
      await lectern.close()
      await site.remove()
    }
  })
})

it('advises an index on documentId where there is none', () => {
  const choice = { table: 'articles', codes: ['fr', 'en'], among: ALWAYS }
  const condition = { kind: 'firstLocale', choice } as const
  const plan = { table: 'articles', condition, order: [], entry: { members: [] } }
  const columns = candidatesFor(plan, []).map(({ index }) => index.columns)
  expect(columns).toContainEqual(['document_id', 'locale', 'published_at'])
})

it('is refused without the extension, with a hint outside production', async () => {
  const path = `/api/articles?${FRENCH_FIRST}`
  const off = await openMagazineOn('SQLite', { extensions: [] })
  const production = await openMagazineOn('SQLite', { extensions: [], env: { NODE_ENV: 'production' } })
  try {
    const refusal = await askerOf(off.lectern).refusal(path)
    expect(refusal).toMatchObject({ status: 400, message: SHAPE })
    expect(refusal.details.hint).toContain("rest.extensions: ['localeFallback']")
    expect(await askerOf(production.lectern).refusal(path)).toEqual({ ...refusal, details: {} })
  } finally {
    await off.close()
    await production.close()
  }
})
