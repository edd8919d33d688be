/** `lectern advise` on requests that use extensions, on both kinds of database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UrlAdvice } from '../../src/answer/advise-reads.ts'
import { openProject } from '../../src/index.ts'
import { type Place, PREPARED_PLACES } from '../migrate/places.ts'
import { askerOf } from '../support/ask.ts'
import { DATABASES } from '../support/databases.ts'
import { adviseOn, articlesWith } from './articles.ts'

const ROWS = 8_000
const EXTENSIONS = ['nestedPages', 'cursors', 'json'] as const

const WRITTEN = {
  SQLite: {
    now: '1700000000000',
    metadata: "json_object('camera', json_object('iso', i), 'tags', json_array('all', 't' || i))",
  },
  PostgreSQL: {
    now: 'now()',
    metadata: "jsonb_build_object('camera', jsonb_build_object('iso', i), 'tags', jsonb_build_array('all', 't' || i))",
  },
} as const

/** One author has half of all articles, the others have four each. */
async function fill(place: Place, { now, metadata }: (typeof WRITTEN)[keyof typeof WRITTEN]): Promise<void> {
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})`
  await place.sql(
    `${numbers} insert into authors (id, document_id, name, published_at) select i, 'u' || i, 'Name', ${now} from n`,
  )
  await place.sql(
    `${numbers} insert into articles (id, document_id, title, metadata, published_at) select i, 'a' || i, 'Title ' || (100000 + i * 7919 % ${ROWS}), ${metadata}, ${now} from n`,
  )
  await place.sql(
    `${numbers} insert into articles_author_lnk (id, article_id, author_id, article_ord) select i, i, case when i % 2 = 0 then 1 else 2 + i / 8 end, ${ROWS} - i from n`,
  )
  // SQLite files have no statistics either.
  if (place.database.includes('://')) await place.sql('analyze')
}

describe.each(DATABASES)('advise on %s', (kind) => {
  let place: Place
  const advise = (...urls: readonly string[]) => adviseOn(place, urls, EXTENSIONS)
  const adviceFor = async (url: string): Promise<UrlAdvice> => {
    const [only] = await advise(url)
    if (only === undefined) throw new Error('no advice')
    return only
  }

  beforeAll(async () => {
    place = await PREPARED_PLACES[kind]()
    place.write(articlesWith({ metadata: { type: 'json' } }))
    await place.migrate()
    await place.allow('api::article.article.find')
    await fill(place, WRITTEN[kind])
  }, 120_000)
  afterAll(() => place?.remove())

  it('recommends an index by parent and order for a page of a long list', async () => {
    const { statements, after } = await adviceFor(
      '/api/authors/u1?populate[articles][fields]=title&populate[articles][pagination][limit]=3',
    )
    expect(statements).toEqual([
      expect.stringMatching(/ on "articles_author_lnk" \("author_id", "article_ord", "id", "article_id"\)$/),
    ])
    const [, name = ''] = /^create index "(\w+)"/.exec(statements[0] ?? '') ?? []
    expect(after.plan.join('\n')).toContain(name)
  }, 60_000)

  it('recommends an index by sort key and id for a cursor, which is then read from its position on', async () => {
    const lectern = await openProject({
      project: place.folder,
      database: place.database,
      env: {},
      extensions: EXTENSIONS,
    })
    const list = '/api/articles?sort=title&fields=title&pagination[limit]=5&pagination[start][after]='
    const { meta } = await askerOf(lectern).body(`${list}&filters[title][$gt]=Title 107000`)
    await lectern.close()
    const { before, after, statements } = await adviceFor(`${list}${meta.pagination.next}`)
    expect(statements).toEqual([
      'create index "lectern_articles_on_title_id_published" on "articles" ("title", "id") where "published_at" is not null',
    ])
    const fromPosition = kind === 'SQLite' ? /on_title_id_published \(title>\?/ : /Index Cond: \(.*title.* > /
    expect(before.plan.join('\n')).not.toMatch(fromPosition)
    expect(after.plan.join('\n')).toMatch(fromPosition)
  }, 60_000)

  it('recommends an index for values in JSON if the database has such indexes, and no other', async () => {
    const tests = ['[$path][tags][$has]=t77', '[$path][camera.iso]=77', '[$path][camera.iso][$in][0]=77']
    const asked = kind === 'SQLite' ? tests.slice(0, 1) : tests
    const found = await advise(...asked.map((test) => `/api/articles?filters[metadata]${test}&pagination[limit]=1`))
    const index = 'lectern_articles_json_metadata_published'
    const creation = `create index "${index}" on "articles" using gin ("metadata" jsonb_path_ops) where "published_at" is not null`
    const isServed = kind === 'PostgreSQL'
    expect(found.flatMap(({ statements }) => statements)).toEqual(isServed ? [creation] : [])
    for (const { after } of found) expect(after.plan.some((line) => line.includes(index))).toBe(isServed)
  }, 60_000)

  it.runIf(kind === 'PostgreSQL')(
    'names none for values in JSON that are compared otherwise',
    async () => {
      const tests = ['[$path][camera.iso][$gt]=7990', '[$not][$path][tags][$has]=all']
      const found = await advise(...tests.map((test) => `/api/articles?filters[metadata]${test}&pagination[limit]=1`))
      expect(found.flatMap(({ statements }) => statements).filter((one) => one.includes('json'))).toEqual([])
    },
    60_000,
  )
})
