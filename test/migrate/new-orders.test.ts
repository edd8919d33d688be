/** Relations that get an order over links which had none: what is linked next comes last, on every database. */

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
})
