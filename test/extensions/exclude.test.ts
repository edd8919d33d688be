/** `fields=-body`, `populate=*,-reviews`: everything except the named attributes. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer } from '../../src/answer/answer.ts'
import { backendOf } from '../../src/dialects/backends.ts'
import type { OpenApiDocument } from '../../src/index.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { loadProject } from '../../src/project/load-project.ts'
import type { Attribute, ContentType } from '../../src/schema/schema.ts'
import { counted } from '../support/counted.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS, AS_USER } from '../support/magazine.ts'
import { makeProject } from '../support/make-project.ts'
import { type ExtendedMagazine, openExtended } from './extended-magazine.ts'

const ALWAYS = ['id', 'documentId']
const V4 = { 'strapi-response-format': 'v4' }

const urlOf = ({ kind, singularName, pluralName }: ContentType) =>
  `/api/${kind === 'singleType' ? singularName : pluralName}`

const visible = (type: ContentType): readonly Attribute[] => [...type.attributes.values()].filter((one) => !one.hidden)
const scalarsOf = (type: ContentType) =>
  visible(type).flatMap(({ kind, name }) => (kind === 'scalar' && !ALWAYS.includes(name) ? [name] : []))
const linksOf = (type: ContentType) => visible(type).flatMap(({ kind, name }) => (kind === 'scalar' ? [] : [name]))

describe.each(DATABASES)('on %s', (kind) => {
  let magazine: ExtendedMagazine
  beforeAll(async () => {
    magazine = await openExtended(kind, ['exclude'])
  })
  afterAll(() => magazine?.close())

  const types = () => [...magazine.lectern.schema.contentTypes.values()].filter(({ hasRoutes }) => hasRoutes)
  const as = AS_FULL_ACCESS

  it('leaves out one field: the same response as with all other fields, for every type and field', async () => {
    let compared = 0
    for (const type of types()) {
      const names = scalarsOf(type)
      for (const name of names) {
        const others = [...ALWAYS, ...names.filter((other) => other !== name)]
        const expected = await magazine.text(`${urlOf(type)}?pagination[pageSize]=2&fields=${others}`, as)
        expect(
          await magazine.text(`${urlOf(type)}?pagination[pageSize]=2&fields=-${name}`, as),
          `${type.uid} ${name}`,
        ).toBe(expected)
        expect(await magazine.text(`${urlOf(type)}?pagination[pageSize]=2&fields[0]=*&fields[1]=-${name}`, as)).toBe(
          expected,
        )
        expect(expected).not.toContain('"error"')
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(50)
  })

  it('leaves out one populated attribute: the response of * without its key, for every type and attribute', async () => {
    let compared = 0
    for (const type of types()) {
      const whole = JSON.parse(await magazine.text(`${urlOf(type)}?pagination[pageSize]=2&populate=*`, as)) as {
        data: object | object[]
      }
      for (const name of linksOf(type)) {
        const without = (entry: object) => Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name))
        const expected = Array.isArray(whole.data) ? whole.data.map(without) : without(whole.data)
        for (const query of [`populate=*,-${name}`, `populate[0]=*&populate[1]=-${name}`, `populate[0]=-${name},*`]) {
          const { data } = JSON.parse(await magazine.text(`${urlOf(type)}?pagination[pageSize]=2&${query}`, as)) as {
            data: unknown
          }
          expect(data, `${type.uid} ${query}`).toEqual(expected)
        }
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(20)
  })

  it('works inside populate, in fragments, for one entry, for drafts and in the format of version 4', async () => {
    const author = await magazine.first('/api/authors')
    const pairs = [
      ['/api/articles?populate[author][fields]=-bio,-born', '/api/articles?populate[author][fields]=BUT'],
      [
        '/api/articles?populate[author][fields][0]=-bio&populate[author][fields][1]=-born',
        '/api/articles?populate[author][fields]=BUT',
      ],
      [`/api/authors/${author.documentId}?fields=-bio,-born`, `/api/authors/${author.documentId}?fields=BUT`],
      ['/api/authors?fields=-bio,-born&status=draft', '/api/authors?fields=BUT&status=draft'],
    ] as const
    const type = types().find(({ pluralName }) => pluralName === 'authors') as ContentType
    const but = [...ALWAYS, ...scalarsOf(type)].filter((name) => name !== 'bio' && name !== 'born').join(',')
    for (const [asked, written] of pairs) {
      for (const headers of [{}, V4]) {
        const expected = await magazine.text(written.replace('BUT', but), headers)
        expect(expected).toContain('"name"')
        expect(await magazine.text(asked, headers), asked).toBe(expected)
      }
    }
    const zone = '/api/articles?populate[sections][on][blocks.quote][fields]'
    expect(await magazine.text(`${zone}=-text`)).toBe(await magazine.text(`${zone}=id`))
  })

  it('leaves out below a relation, when the nested populate is a list', async () => {
    const whole = await magazine.list('/api/articles?populate[author][populate]=*')
    const reduced = await magazine.list(
      '/api/articles?populate[author][populate][0]=*&populate[author][populate][1]=-mentor',
    )
    const without = (entry: Readonly<Record<string, unknown>>) => {
      const { mentor: _, ...author } = (entry.author ?? {}) as Record<string, unknown>
      return { ...entry, author: entry.author === null ? null : author }
    }
    expect(JSON.stringify(whole)).toContain('"mentor"')
    expect(reduced).toEqual(whole.map(without))
  })

  it('ignores a relation that the caller may not find, as populate does', async () => {
    expect(await magazine.text('/api/articles?populate=*,-memo')).toBe(await magazine.text('/api/articles?populate=*'))
    const shown = await magazine.first('/api/articles?populate=*,-memo', AS_USER)
    expect(shown).not.toHaveProperty('memo')
    expect(await magazine.first('/api/articles?populate=*', AS_USER)).toHaveProperty('memo')
  })

  it.each([
    ['fields=title,-body', '-body', 'Name the fields to show, or those to leave out, not both'],
    ['fields=-id', '-id', 'id and documentId are always shown'],
    ['fields=-title,-documentId', '-documentId', 'id and documentId are always shown'],
    ['fields=-titel', '-titel', 'Did you mean -title?'],
    ['fields=-author', '-author', undefined],
    ['fields=--title', '--title', 'Did you mean -title?'],
    ['fields=-', '-', undefined],
    ['populate=-reviews', '-reviews', 'Write populate=*,-reviews: everything but this'],
    ['populate=author,-reviews', '-reviews', 'Name what to populate, or write * and what to leave out, not both'],
    ['populate=*,author,-reviews', '-reviews', 'Name what to populate, or write * and what to leave out, not both'],
    ['populate=*,-review', '-review', 'Did you mean -reviews?'],
    ['populate=*,-title', '-title', undefined],
    ['populate=*,-author.mentor', '-author.mentor', 'populate=* is one level: it shows nothing below author'],
    ['populate=*,-author.mentr', 'mentr', 'Did you mean mentor?'],
  ])('refuses %s', async (query, key, hint) => {
    const error = await magazine.refusal(`/api/articles?${query}`)
    expect(error).toMatchObject({ status: 400, name: 'ValidationError', details: { key, source: 'query' } })
    expect(error.details.hint).toBe(hint)
  })

  it('treats a private name as an unknown one', async () => {
    const hidden = types().flatMap((type) =>
      [...type.attributes.values()].filter((one) => one.hidden).map(({ name }) => [type, name] as const),
    )
    expect(hidden.length).toBeGreaterThan(10)
    for (const [type, name] of hidden) {
      const unknown = 'q'.repeat(name.length)
      for (const query of ['fields=-NAME', 'fields=*,-NAME', 'populate=*,-NAME', 'populate=*,-NAME.id']) {
        const ask = (as: string) => magazine.text(`${urlOf(type)}?${query.replace('NAME', as)}`, AS_FULL_ACCESS)
        expect(await ask(name), `${type.uid} ${name}`).toBe((await ask(unknown)).replaceAll(unknown, name))
        expect(await ask(name)).toContain('"status":400')
      }
    }
  })

  it('is described', async () => {
    const document = JSON.parse(await magazine.text('/_openapi.json')) as OpenApiDocument
    const text = JSON.stringify(document.paths['/api/articles'])
    for (const name of ['"-title"', '"-author"']) expect(text).toContain(name)
    for (const name of ['"-id"', '"-documentId"', '"-accessCode"', '"-memo"']) expect(text).not.toContain(name)
  })
})

it('compiles to the same statement as the list of the other fields', async () => {
  const statements: string[] = []
  const options = { database: fixture('magazine.sqlite'), extensions: ['exclude'] as const }
  const project = await loadProject(fixture('magazine'), options, {})
  const { database, dialect } = await backendOf(project.settings.database).open(project.settings.database)
  const { app } = await buildApp(project, counted(database, statements), dialect)
  const get = (url: string) => answer({ method: 'GET', url, headers: {} }, app)
  await get('/api/tags')
  statements.length = 0
  await get('/api/tags?fields=-label')
  const [excluding] = statements
  statements.length = 0
  const names = scalarsOf(project.schema.contentTypes.get('api::tag.tag') as ContentType)
  await get(`/api/tags?fields=${['id', ...names.filter((name) => name !== 'label')]}`)
  expect(names).toContain('label')
  expect(statements).toEqual([excluding])
  await database.close()
})

describe('off', () => {
  it('refuses it, with a hint that names the extension, and without the hint in production', async () => {
    const magazine = await openExtended('SQLite', [])
    for (const query of ['fields=-title', 'fields=-nope', 'populate=*,-reviews', 'populate=-nope']) {
      const { details } = await magazine.refusal(`/api/articles?${query}`)
      expect(details.hint, query).toContain("rest.extensions: ['exclude']")
    }
    const { details } = await magazine.refusal('/api/articles?populate=*,nope')
    expect(details.hint).toBe('Write populate=*, without a list or other names')
    await magazine.close()
  })

  it('does not change the OpenAPI description', async () => {
    const magazine = await openExtended('SQLite', [])
    expect(await magazine.text('/_openapi.json')).not.toContain('"-title"')
    await magazine.close()
  })
})

it('does not replace an attribute of the same name', async () => {
  const project = await makeProject({
    types: { page: { attributes: { '-title': { type: 'string' }, title: { type: 'string' } } } },
    rows: { pages: [{ id: 1, title: 'a' }] },
  })
  const lectern = await project.open({ extensions: ['exclude'] })
  const response = await lectern.fetch('/api/pages?fields=-title')
  const { data } = (await response.json()) as { data: readonly object[] }
  expect(Object.keys(data[0] ?? {})).toEqual(['id', 'documentId', '-title'])
  await project.remove()
})
