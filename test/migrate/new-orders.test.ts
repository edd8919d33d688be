/**
 * Sides that are added to relations which have links: what is linked next comes last, on every database, and a side that
 * leads to one entry has one.
 */

import { afterEach, describe, expect, it } from 'vitest'
import { DATABASES, namesOf, type SiteSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

const relation = (kind: string, target: string, other: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...other,
})

const spec = (article: object, author: object): SiteSpec => ({
  types: {
    article: { draftAndPublish: true, attributes: { name: { type: 'string' }, ...article } },
    author: { attributes: { name: { type: 'string' }, ...author } },
  },
})

const ONE = relation('manyToOne', 'author')
const ONE_WAY = spec({ author: ONE }, {})
const TWO_WAY = spec(
  { author: { ...ONE, inversedBy: 'articles' } },
  { articles: relation('oneToMany', 'article', { mappedBy: 'author' }) },
)
const MANY = spec({ author: relation('manyToMany', 'author') }, {})

describe.each(DATABASES)('on %s', (kind) => {
  let site: ChangingSite
  afterEach(() => site.close())

  it('a side that is added shows what is linked next after what was linked', async () => {
    site = await openChangingSite(kind, ONE_WAY)
    const { documentId } = await site.create('/api/authors', { name: 'author' })
    for (const name of ['one', 'two']) await site.create('/api/articles', { name, author: documentId })
    await site.change(TWO_WAY)
    await site.create('/api/articles', { name: 'three', author: documentId })
    const { articles } = await site.read(`/api/authors/${documentId}?populate=articles`)
    expect(namesOf(articles)).toEqual(['one', 'two', 'three'])
    expect(await site.migrate()).toMatchObject({ changes: [] })
  })

  it('a relation that becomes one to many keeps its link in front', async () => {
    site = await openChangingSite(kind, ONE_WAY)
    const [first, second] = [
      await site.create('/api/authors', { name: 'a' }),
      await site.create('/api/authors', { name: 'b' }),
    ]
    const { documentId } = await site.create('/api/articles', { name: 'one', author: first.documentId })
    await site.change(MANY)
    await site.update(`/api/articles/${documentId}`, { author: { connect: [second.documentId] } })
    const { author } = await site.read(`/api/articles/${documentId}?populate=author`)
    expect(namesOf(author)).toEqual(['a', 'b'])
  })

  it.each([
    ['one to one', relation('oneToOne', 'author'), {}],
    ['many to one, in a column', relation('manyToOne', 'author', { useJoinTable: false }), { useJoinTable: false }],
    ['many to many', relation('manyToMany', 'author'), {}],
  ])('a side that is added and leads to one entry keeps the first of several: %s before', async (_, before, stored) => {
    site = await openChangingSite(kind, spec({ author: before }, {}))
    const { documentId } = await site.create('/api/authors', { name: 'author' })
    for (const name of ['one', 'two']) await site.create('/api/articles', { name, author: documentId })
    const oneToOne = (other: object) => relation('oneToOne', 'author', { ...stored, ...other })
    const after = spec(
      { author: oneToOne({ inversedBy: 'article' }) },
      { article: relation('oneToOne', 'article', { mappedBy: 'author' }) },
    )
    site.write(after)
    const refusal = await site.serve().then(String, String)
    expect(refusal).toContain('2 rows: article of api::author.author leads to one entry now: all links but the first')
    await site.change(after, { allowDataLoss: true })
    for (const status of ['draft', 'published']) {
      const articles = await site.list(`/api/articles?status=${status}&populate=author&sort=name`)
      expect(articles.map(({ author }) => namesOf(author))).toEqual(['author', null])
      expect(namesOf((await site.read(`/api/authors/${documentId}?status=${status}&populate=article`)).article)).toBe(
        'one',
      )
    }
    expect(await site.migrate()).toMatchObject({ changes: [] })
    // The other way round nothing is lost, and a removed side that comes back finds nothing to do.
    await site.change(spec({ author: oneToOne({}) }, {}))
    expect(await site.change(after)).toMatchObject({ postponed: [] })
  })
})
