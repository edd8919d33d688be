/** `lectern advise` on both kinds of database, with tables large enough for an index to matter. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UrlAdvice } from '../../src/answer/advise-reads.ts'
import { type Place, PREPARED_PLACES } from '../migrate/places.ts'
import { adviseOn, articlesWith } from './articles.ts'

const AUTHORS = 40_000
const ARTICLES = 40_000
const to = (last: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last})`

async function fill(place: Place): Promise<void> {
  const published = place.database.includes('://') ? 'now()' : '1700000000000'
  await place.sql(
    `${to(AUTHORS)} insert into authors (id, document_id, name, published_at) select i, 'u' || i, 'Name ' || i, ${published} from n`,
  )
  await place.sql(
    `${to(ARTICLES)} insert into articles (id, document_id, title, views, published_at) select i, 'a' || i, 'Title ' || (i * 7919 % ${ARTICLES}), i % 4000, ${published} from n`,
  )
  await place.sql(
    `${to(ARTICLES)} insert into articles_author_lnk (id, article_id, author_id) select i, i, 1 + i % ${AUTHORS} from n`,
  )
}

describe.each(Object.entries(PREPARED_PLACES))('advise on %s', (_kind, createPlace) => {
  let place: Place
  const advise = (...urls: readonly string[]) => adviseOn(place, urls)
  const one = async (url: string): Promise<UrlAdvice> => {
    const [only] = await advise(url)
    if (only === undefined) throw new Error('no advice')
    return only
  }

  beforeAll(async () => {
    place = await createPlace()
    place.write(articlesWith())
    await place.migrate()
    await fill(place)
  }, 120_000)
  afterAll(() => place.remove())

  it('recommends an index for a filter and its sort, and nothing more once it exists', async () => {
    const url = '/api/articles?filters[views][$eq]=7&sort=title'
    const layout = await place.layout()
    const { statements, before } = await one(url)
    expect(await place.layout()).toEqual(layout)
    expect(statements).toHaveLength(1)
    const [, name = ''] =
      /^create index "(lectern_articles_on_views\w+)" on "articles" \("views"/.exec(statements[0] ?? '') ?? []
    expect(name).not.toBe('')
    expect(before.plan.join('\n')).not.toContain(name)

    await place.sql(statements[0] ?? '')
    const again = await one(url)
    expect(again.statements).toEqual([])
    expect(again.before.plan.join('\n')).toContain(name)
  }, 120_000)

  it('recommends an index for the target of a relation', async () => {
    const [found] = await advise('/api/articles?filters[author][name][$eq]=Name 77')
    expect(found?.statements).toEqual([
      expect.stringMatching(/^create index "lectern_authors_on_name_published" on "authors" \("name"\) where/),
    ])
    expect(found?.after.plan.join('\n')).toContain('lectern_authors_on_name_published')
  }, 120_000)

  it('recommends nothing if the indexes that Lectern creates are enough', async () => {
    const [list, entry] = await advise('/api/articles', '/api/articles/a77?populate=author')
    expect([list?.statements, entry?.statements]).toEqual([[], []])
    expect(list?.before.plan.join('\n')).toContain('lectern_articles_published')
  }, 120_000)

  it('refuses invalid requests, and those that read no entries', async () => {
    await expect(advise('/api/upload/files')).rejects.toThrow('does not read entries')
    await expect(advise('/api/articles?sort=titel')).rejects.toMatchObject({
      name: 'ProjectError',
      message: '/api/articles?sort=titel cannot be answered: Invalid key titel. Did you mean title?',
    })
    await expect(advise('/api/nope')).rejects.toThrow('/api/nope cannot be answered: Not Found.')
  })

  it.each([
    ['/api/artcles?sort=title', 'Did you mean /api/articles?'],
    ['http://127.0.0.1:1337/api/article', 'Did you mean /api/articles?'],
    ['/api/articles/a/b/c', 'The paths here are /api/articles and /api/articles/:documentId'],
    ['/articles', 'Paths of entries begin with /api/'],
  ])('suggests a correct path for %s', async (url, hint) => {
    await expect(advise(url)).rejects.toThrow(`${url} cannot be answered: Not Found. ${hint}`)
  })
})
