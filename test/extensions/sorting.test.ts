/** Orders that ignore case, that place nulls, and random orders. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { answer } from '../naive/answer.ts'
import { ask, asRead, type Reply, urlOf } from '../naive/ask.ts'
import { LISTED, type Request, requestTo } from '../naive/generate-query.ts'
import { orderedFor } from '../naive/generate-sort.ts'
import { loadTables } from '../naive/load.ts'
import { type Model, modelOf } from '../naive/models.ts'
import type { Json } from '../naive/values.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { fixture } from '../support/fixture.ts'
import { makeProject } from '../support/make-project.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, openSite } from '../writes/site.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

const SEED = 20_261_116
const tables = loadTables(fixture('magazine.sqlite'))

const populateFor = (model: Model): fc.Arbitrary<Json | undefined> => {
  const links = Object.entries(model.links).flatMap(([name, link]) =>
    link.kind === 'relation' && link.many ? [{ name, target: modelOf(link.target) }] : [],
  )
  if (links.length === 0) return fc.constant(undefined)
  return fc
    .constantFrom(...links)
    .chain(({ name, target }) => orderedFor(target).map((sort): Json => ({ [name]: { sort, fields: ['id'] } })))
}

const anyRequest: fc.Arbitrary<Request> = fc.constantFrom(...LISTED).chain((model) =>
  fc
    .record({
      sort: orderedFor(model),
      populate: populateFor(model),
      locale: fc.constantFrom('en', '*'),
      pagination: fc.constantFrom({ pageSize: '100' }, { page: '2', pageSize: '7' }),
      fields: fc.constant('id'),
    })
    .map((query) => requestTo(model, query)),
)

describe.each(DATABASES)('on %s', (kind) => {
  let opened: Opened
  let asked: Asker
  let lectern: Lectern

  beforeAll(async () => {
    opened = await openMagazineOn(kind, { extensions: ['sorting'], profile: 'strapi' })
    lectern = opened.lectern
    asked = askerOf(lectern)
  })
  afterAll(() => opened?.close())

  it('has the order of the naive evaluator, in lists and in populated relations', async () => {
    const property = fc.asyncProperty(anyRequest, async (request) => {
      const { data }: Reply = await ask(lectern, request)
      const { path, query } = asRead(request)
      expect(data, urlOf(request)).toEqual(answer(tables, path, query).data)
    })
    await fc.assert(property, { seed: SEED, numRuns: randomRuns(kind === 'SQLite' ? 250 : 100) })
  })

  it.each([
    'author.articles.title:asc.nullsfirst',
    'author.articles.categories.weight:desc.nullslast',
    'categories.articles.views:asc.nullslast',
    'categories.articles.author.name:desc.nullsfirst',
  ])('has that order through shared related entries, whichever entries are requested: %s', async (sort) => {
    for (const filters of [{}, { id: { $lt: '60' } }, { format: 'news' }, { author: { name: { $contains: 'a' } } }]) {
      const query = { sort: [sort, 'title:asc.nullslast'], filters, fields: ['id'], pagination: { pageSize: '100' } }
      const request = { path: 'articles', query }
      const { data, meta }: Reply = await ask(lectern, request)
      expect(data.length, urlOf(request)).toBeGreaterThan(3)
      expect({ data, meta }, urlOf(request)).toEqual(answer(tables, request.path, asRead(request).query))
    }
  })

  it('sorts randomly: every entry once, page by page, in another order for each seed', async () => {
    const inOrder = (seed: string) => asked.ids(`/api/tags?sort=$random:${seed}&pagination[pageSize]=100`)
    const all = await asked.ids('/api/tags?pagination[pageSize]=100')
    const monday = await inOrder('monday')
    expect([...monday].sort()).toEqual([...all].sort())
    expect(await inOrder('tuesday')).not.toEqual(monday)
    const pages: unknown[] = []
    for (let page = 1; pages.length < all.length; page += 1) {
      pages.push(...(await asked.ids(`/api/tags?sort=$random:monday&pagination[page]=${page}&pagination[pageSize]=3`)))
    }
    expect(pages).toEqual(monday)
  })

  it.each([
    ['sort=$random', 'Invalid seed at $random. Expected 1 to 64 letters, digits, - and _: sort=$random:monday'],
    ['sort=$random:', 'Invalid seed at $random. Expected 1 to 64 letters, digits, - and _: sort=$random:monday'],
    ['sort=$random:a b', 'Invalid seed at $random. Expected 1 to 64 letters, digits, - and _: sort=$random:monday'],
    [
      `sort=$random:${'x'.repeat(65)}`,
      'Invalid seed at $random. Expected 1 to 64 letters, digits, - and _: sort=$random:monday',
    ],
    ['sort=title,$random:x', 'Invalid order: $random must be the first key'],
    ['sort=$random:x,$random:y', 'Invalid order: $random must be the first key'],
    ['sort=views:asc.ci', 'Invalid order at views: only texts have upper and lower case. Leave .ci out'],
    [
      'sort=author.followers:asc.ci',
      'Invalid order at author.followers: only texts have upper and lower case. Leave .ci out',
    ],
    ['sort=title:ci', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['sort=title:asc.nullslast.ci', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['sort=author.$random:x', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['sort[title]=asc.', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['sort=nope:asc.ci', 'Invalid key nope'],
    ['sort=author:asc.nullslast', 'Invalid key author'],
  ])('refuses %s', async (query, message) => {
    const { details, ...refusal } = await asked.refusal(`/api/articles?${query}`)
    expect(refusal).toMatchObject({ status: 400, message })
    // The hint and the message must name the same order.
    if (message.includes('.ci') || message.includes('$random')) expect(details).not.toHaveProperty('hint')
  })

  it('treats a private name as one that does not exist', async () => {
    for (const order of ['asc.ci', 'desc.nullslast']) {
      const [hidden, unknown] = await Promise.all(
        ['internalNotes', 'internalNopes'].map((name) => asked.refusal(`/api/articles?sort=${name}:${order}`)),
      )
      expect(JSON.stringify(hidden).replaceAll('internalNotes', 'internalNopes')).toBe(JSON.stringify(unknown))
    }
  })
})

describe.each(DATABASES)('on %s, texts in any case', (kind) => {
  it('have one order: ties by id, nulls where the request places them', async () => {
    const types = { word: { draftAndPublish: false, attributes: { text: { type: 'string' } } } }
    const site = await openSite(kind, { types, config: { api: { rest: { extensions: ['sorting'] } } } })
    try {
      for (const text of ['b', 'B', 'Éclair', null, 'a', 'éclat', 'ÉCLAIR', 'A', 'z'])
        await site.create('/api/words', { text })
      const texts = async (sort: string) => (await site.list(`/api/words?sort=${sort}`)).map(({ text }) => text)
      const folded = ['a', 'A', 'b', 'B', 'z', 'Éclair', 'ÉCLAIR', 'éclat']
      expect(await texts('text:asc.ci.nullslast')).toEqual([...folded, null])
      expect(await texts('text:asc.ci.nullsfirst')).toEqual([null, ...folded])
      expect(await texts('text:desc.ci.nullslast')).toEqual([
        'éclat',
        'Éclair',
        'ÉCLAIR',
        'z',
        'b',
        'B',
        'a',
        'A',
        null,
      ])
      expect(await texts('text:asc.nullsfirst')).toEqual([null, 'A', 'B', 'a', 'b', 'z', 'ÉCLAIR', 'Éclair', 'éclat'])
    } finally {
      await site.close()
    }
  })
})

describe('without the extension', () => {
  it.each(['sort=title:asc.ci', 'sort=$random:monday', 'populate[tags][sort]=name:asc.ci'])(
    'refuses %s, with a hint outside production',
    async (query) => {
      const off = await openMagazineOn('SQLite', { extensions: [] })
      const production = await openMagazineOn('SQLite', { extensions: [], env: { NODE_ENV: 'production' } })
      try {
        const refusal = await askerOf(off.lectern).refusal(`/api/articles?${query}`)
        expect(refusal.message).toBe('Invalid order. order can only be one of asc|desc|ASC|DESC')
        expect(refusal.details.hint).toContain("rest.extensions: ['sorting']")
        const details = { hint: 'Write sort=title:asc or sort=title:desc' }
        expect(await askerOf(production.lectern).refusal(`/api/articles?${query}`)).toEqual({ ...refusal, details })
      } finally {
        await off.close()
        await production.close()
      }
    },
  )
})

it('an attribute $random keeps its meaning', async () => {
  const rows = { words: [{ random: 'b' }, { random: 'a' }] }
  const types = { word: { draftAndPublish: false, attributes: { $random: { type: 'string' } } } }
  const project = await makeProject({ types, rows })
  try {
    const asked = askerOf(await project.open({ extensions: ['sorting'] }))
    expect(await asked.ids('/api/words?sort=$random:desc')).toEqual([1, 2])
    expect(await asked.ids('/api/words?sort=$random')).toEqual([2, 1])
    expect((await asked.refusal('/api/words?sort=$random:monday')).message).toMatch(/^Invalid order/)
  } finally {
    await project.remove()
  }
})
