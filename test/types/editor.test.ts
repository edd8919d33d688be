/** Completions and types in an editor while a query is written. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../support/fixture.ts'
import { type Editor, openEditor } from './editor.ts'

let editor: Editor

beforeAll(async () => {
  editor = await openEditor(readFileSync(fixture('types/example.d.ts'), 'utf8'))
})

afterAll(() => editor.close())

const LINKS = [
  'author',
  'categories',
  'cover',
  'gallery',
  'links',
  'localizations',
  'memos',
  'related',
  'reviews',
  'sections',
  'seo',
  'tags',
]
const OPTIONS = ['count', 'fields', 'filters', 'populate', 'sort']

describe('an editor completes exactly', () => {
  it.each([
    ['client.articles.find({ populate: { | } })', LINKS],
    ['client.articles.find({ populate: { author: true, | } })', LINKS.filter((name) => name !== 'author')],
    ["client.articles.find({ populate: ['|'] })", LINKS],
    ["client.articles.find({ populate: '|' })", ['*', ...LINKS]],
    ['client.articles.find({ populate: { author: { | } } })', OPTIONS],
    [
      'client.articles.find({ populate: { author: { populate: { | } } } })',
      ['address', 'articles', 'avatar', 'mentees', 'mentor'],
    ],
    ['client.articles.find({ populate: { sections: { | } } })', ['on', 'populate']],
    [
      'client.articles.find({ populate: { sections: { on: { | } } } })',
      ['"blocks.cta"', '"blocks.gallery"', '"blocks.hero"', '"blocks.quote"'],
    ],
    ["client.articles.findOne('x', { populate: { author: { | } } })", OPTIONS],
    ['client.homepage.find({ populate: { | } })', ['banner', 'featured', 'localizations', 'seo']],
    ["client.articles.create({ title: 'x' }, { populate: { | } })", LINKS],
    ["client.articles.publish('x', { populate: { author: { | } } })", OPTIONS],
    ["client.articles.find({ sort: { title: '|' } })", ['asc', 'desc']],
    ["client.articles.find({ status: '|' })", ['draft', 'published']],
    ["client.articles.find({ locale: '|' })", ['*', 'en', 'fr-FR']],
    ["client.articles.findOne('x', { locale: '|' })", ['en', 'fr-FR']],
    ["client.articles.find({ filters: { format: '|' } })", ['essay', 'interview', 'news', 'review']],
    ['client.articles.find({ pagination: { | } })', ['limit', 'page', 'pageSize', 'start', 'withCount']],
    [
      'client.articles.find({ | })',
      ['_q', 'fields', 'filters', 'locale', 'pagination', 'populate', 'publicationFilter', 'sort', 'status'],
    ],
    ['client.login({ | })', ['identifier', 'password']],
  ])('%s', async (code, expected) => {
    expect([...(await editor.completions(code))].sort()).toEqual([...expected].sort())
  })
})

describe('an editor completes, among others', () => {
  it.each([
    ["client.articles.find({ fields: ['|'] })", ['title', 'publishDay', '*'], ['author', 'notes']],
    ["client.articles.find({ fields: '|' })", ['title', '*'], ['author']],
    ["client.articles.find({ populate: { author: { fields: ['|'] } } })", ['name', '*'], ['title', 'email']],
    ['client.articles.find({ filters: { | } })', ['title', 'author', '$or'], ['sections', 'notes']],
    ['client.articles.find({ filters: { title: { | } } })', ['$contains', '$eq', '$lt'], ['title']],
    ['client.articles.find({ filters: { author: { | } } })', ['name', 'mentor', '$null'], ['title', 'email']],
    ['client.articles.find({ populate: { author: { filters: { | } } } })', ['name', '$or'], ['title']],
    ["client.articles.find({ sort: '|' })", ['title', 'title:desc', 'author.name:asc'], ['author']],
    ["client.articles.find({ sort: ['|'] })", ['title', 'author.name'], ['author']],
    ['client.articles.create({ | })', ['title', 'author', 'sections'], ['publishedAt', 'localizations']],
    ['client.|', ['articles', 'homepage', 'login', 'upload'], ['article']],
  ])('%s', async (code, present, absent) => {
    const names = await editor.completions(code)
    expect(names).toEqual(expect.arrayContaining(present))
    expect(names.filter((name) => absent.includes(name))).toEqual([])
  })
})

describe('an editor shows', () => {
  const query = "{ fields: ['title'], populate: { author: { fields: ['name'] } } }"

  it('the members of a response, not how they were computed', async () => {
    const flat = await editor.hover(`const { da|ta } = await client.articles.find(${query})`)
    const author = 'author: { id: number; documentId: string; name: string; } | null;'
    expect(flat.replaceAll(/\s+/g, ' ')).toContain(
      `const data: { id: number; documentId: string; title: string; ${author} }[]`,
    )
    const v4 = "createClient<Api>({ url: '', format: 'v4' })"
    const wrapped = await editor.hover(`const { da|ta } = await ${v4}.articles.find({ fields: ['title'] })`)
    expect(wrapped.replaceAll(/\s+/g, ' ')).toContain('attributes: { title: string; };')
    expect(wrapped).not.toMatch(/Omit|Flat|Members/)
  })

  it.each(['find', 'findOne', 'pages', 'entries', 'create', 'update', 'delete', 'publish', 'unpublish', 'discard'])(
    'what articles.%s does',
    async (name) => expectSentence(await editor.hover(`client.articles.${name.slice(0, 2)}|${name.slice(2)}`)),
  )

  it.each(['homepage.find', 'homepage.update', 'homepage.delete', 'login', 'upload'])('what %s does', async (name) =>
    expectSentence(await editor.hover(`client.${name.slice(0, -1)}|${name.slice(-1)}`)),
  )
})

/** After the type, in its fence. */
function expectSentence(hover: string): void {
  expect(hover.split('```\n')[1]).toMatch(/^[A-Z][\s\S]*?[a-z`]\./)
}
