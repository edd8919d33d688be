/** docs/queries.md, paths and responses: lists, entries and populated values. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Magazine, openMagazine, SHOWN, shown } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

/** An article that has a value in every column. */
const RICHEST = `${SHOWN} and format is not null and score is not null and views is not null and rating is not null
  and impressions is not null and featured is not null and publish_day is not null and open_time is not null
  and event_at is not null and stamped_at is not null and metadata is not null and contact_email is not null`

const iso = (milliseconds: unknown) => new Date(Number(milliseconds)).toISOString()

describe('errors', () => {
  it.each([
    ['/api/nothing', 404, 'NotFoundError', 'Not Found'],
    ['/nothing', 404, 'NotFoundError', 'Not Found'],
    ['/api/articles/no-such-document', 404, 'NotFoundError', 'Not Found'],
    ['/api/memos', 403, 'ForbiddenError', 'Forbidden'],
    ['/api/articles?filters[nothing]=1', 400, 'ValidationError', 'Invalid key nothing'],
  ])('errors: %s is %i', async (path, status, name, message) => {
    expect(await magazine.refusal(path)).toMatchObject({ status, name, message })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('operations other than reading: %s is 405', async (method) => {
    const response = await magazine.lectern.fetch('/api/articles', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('HEAD, GET')
    expect(await response.json()).toMatchObject({ data: null, error: { status: 405, details: {} } })
  })

  it('a write to a database that Strapi made gets a hint to send it to Strapi; other methods are not writes', async () => {
    const hintOf = async (method: string) => {
      const response = await magazine.lectern.fetch('/api/articles', { method })
      return ((await response.json()) as { error: { details: { hint?: string } } }).error.details.hint
    }
    expect(await hintOf('POST')).toContain('send writes to Strapi')
    expect(await hintOf('PATCH')).toBeUndefined()
  })
})

describe('listing entries', () => {
  it.each(['article', 'author', 'category', 'tag', 'review', 'comment'])(
    'lists: a type is listed under its plural identifier, not its singular one (%s)',
    async (singular) => {
      const plural = singular === 'category' ? 'categories' : `${singular}s`
      expect((await magazine.list(`/api/${plural}`)).length).toBeGreaterThan(0)
      expect(await magazine.refusal(`/api/${singular}`)).toMatchObject({ status: 404 })
    },
  )

  it('lists: the answer is JSON', async () => {
    const response = await magazine.lectern.fetch('/api/articles')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('lists: every parameter is optional, and all can be combined', async () => {
    const path = `/api/articles?sort=title:desc&pagination[pageSize]=3&filters[views][$gt]=1000&locale=fr-FR
      &status=draft&fields[0]=title&populate=author`.replaceAll(/\s/g, '')
    const expected = magazine.rows(`select id, document_id as documentId, title from articles
      where published_at is null and locale = 'fr-FR' and views > 1000 order by title desc, id limit 3`)
    const entries = await magazine.list(path)
    expect(entries.map(({ author: _, ...entry }) => entry)).toEqual(expected)
    expect(entries.every((entry) => 'author' in entry)).toBe(true)
  })

  it('bracket notation: names may be percent-encoded', async () => {
    const plain = await magazine.list('/api/articles?filters[views][$gt]=4000&fields[0]=views')
    const encoded = await magazine.list('/api/articles?filters%5Bviews%5D%5B%24gt%5D=4000&fields%5B0%5D=views')
    expect(encoded).toEqual(plain)
    expect(plain.length).toBeGreaterThan(0)
  })
})

describe('envelope', () => {
  it('envelope: data is a list and meta has the pagination, nothing else', async () => {
    const body = await magazine.body('/api/articles')
    expect(Object.keys(body)).toEqual(['data', 'meta'])
    expect(Object.keys(body.meta)).toEqual(['pagination'])
    expect(body.data.map((entry) => entry.id)).toEqual(
      magazine.column(`select id from articles where ${SHOWN} order by id limit 25`),
    )
  })

  it('envelope: an empty result is an empty list', async () => {
    const body = await magazine.body('/api/articles?filters[title]=nothing-is-called-so')
    expect(body.data).toEqual([])
    expect(body.meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 0, total: 0 })
  })

  it('envelope: entries are flat, without attributes or data around them', async () => {
    const path = '/api/articles?populate=*&pagination[limit]=100'
    const entries = await magazine.list(path)
    for (const key of ['author', 'cover', 'seo']) {
      const value = entries.find((entry) => entry[key] !== null)?.[key]
      expect(value).toHaveProperty('id')
      expect(value).not.toHaveProperty('data')
      expect(value).not.toHaveProperty('attributes')
    }
    for (const entry of entries) expect(entry).not.toHaveProperty('attributes')
  })
})

describe('entries', () => {
  it('entries: an entry has exactly the fields of its type, without relations, media, components and dynamic zones', async () => {
    const entry = await magazine.first('/api/articles')
    expect(Object.keys(entry)).toEqual([
      ...['id', 'documentId', 'title', 'slug', 'summary', 'body', 'content', 'format', 'rating', 'score', 'views'],
      ...['impressions', 'featured', 'publishDay', 'openTime', 'eventAt', 'stampedAt', 'metadata', 'contactEmail'],
      ...['createdAt', 'updatedAt', 'publishedAt', 'locale'],
    ])
  })

  it('entries: values of every kind in JSON', async () => {
    const [row] = magazine.rows(`select * from articles where ${RICHEST} order by id limit 1`)
    if (row === undefined) throw new Error('the fixture has no such article')
    const entry = await magazine.first(`/api/articles?filters[id]=${row.id}`)
    expect(entry).toEqual({
      id: row.id,
      documentId: row.document_id,
      title: row.title,
      slug: row.slug,
      summary: row.summary,
      body: row.body,
      content: JSON.parse(String(row.content)),
      format: row.format,
      rating: row.rating,
      score: row.score,
      views: row.views,
      impressions: String(row.impressions),
      featured: row.featured === 1,
      publishDay: row.publish_day,
      openTime: row.open_time,
      eventAt: iso(row.event_at),
      stampedAt: String(row.stamped_at),
      metadata: JSON.parse(String(row.metadata)),
      contactEmail: row.contact_email,
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
      publishedAt: iso(row.published_at),
      locale: 'en',
    })
  })

  it('entries: id is the numeric identifier and can be filtered with $in', async () => {
    expect(await magazine.ids('/api/articles?filters[id][$in][0]=2&filters[id][$in][1]=8')).toEqual([2, 8])
  })

  it('entries: publishedAt is a timestamp in published versions and null in drafts', async () => {
    expect(await magazine.first('/api/articles')).toHaveProperty('publishedAt', expect.stringMatching(/^\d{4}-.*Z$/))
    expect(await magazine.first('/api/articles?status=draft')).toHaveProperty('publishedAt', null)
  })

  it('entries: only localized types have locale', async () => {
    expect(await magazine.first('/api/articles')).toHaveProperty('locale', 'en')
    expect(await magazine.first('/api/tags')).not.toHaveProperty('locale')
  })

  it.each(['author', 'categories', 'tags', 'reviews', 'seo', 'links', 'sections', 'cover', 'gallery', 'localizations'])(
    'entries: %s is not returned by default, and is when populated',
    async (name) => {
      expect(await magazine.first('/api/articles')).not.toHaveProperty(name)
      expect(await magazine.first(`/api/articles?populate=${name}`)).toHaveProperty(name)
    },
  )
})

describe('populated values', () => {
  it('populated relation: the related entry, with id, documentId and its own fields', async () => {
    const [row] = magazine.rows(`select u.* from articles a join articles_author_lnk l on l.article_id = a.id
      join authors u on u.id = l.author_id where ${shown('a')} and u.published_at is not null order by a.id limit 1`)
    const path = `/api/articles?populate=author&filters[author][id]=${row?.id}&pagination[limit]=1`
    expect((await magazine.first(path)).author).toEqual({
      id: row?.id,
      documentId: row?.document_id,
      name: row?.name,
      bio: row?.bio,
      born: row?.born,
      followers: row?.followers,
      createdAt: iso(row?.created_at),
      updatedAt: iso(row?.updated_at),
      publishedAt: iso(row?.published_at),
    })
  })

  it('populated component: an object with its own fields; a repeatable one is a list of such objects', async () => {
    const entry = await magazine.first('/api/articles?filters[id]=2&populate[0]=seo&populate[1]=links')
    const [seo] = magazine.rows(
      'select id, meta_title, meta_description, keywords from components_shared_seos where id = 2',
    )
    expect(entry.seo).toEqual({
      id: 2,
      metaTitle: seo?.meta_title,
      metaDescription: seo?.meta_description,
      keywords: seo?.keywords,
    })
    const links = magazine.rows(
      'select id, label, url, external from components_shared_links where id in (4, 5) order by id',
    )
    expect(entry.links).toEqual(
      links.map((link) => ({ ...link, external: link.external === null ? null : link.external === 1 })),
    )
  })

  it('populated dynamic zone: component objects with __component, id and own fields', async () => {
    const entry = await magazine.first('/api/articles?filters[id]=6&populate=sections')
    const [quote] = magazine.rows('select id, text from components_blocks_quotes where id = 4')
    expect(entry.sections).toEqual([{ ...quote, __component: 'blocks.quote' }])
  })

  it('populated media: an object with the documented fields', async () => {
    const [file] = magazine.rows(`select f.*, a.id as article from files f join files_related_mph m on m.file_id = f.id
      join articles a on a.id = m.related_id where m.related_type = 'api::article.article' and m.field = 'cover'
      and ${shown('a')} and f.formats is not null order by a.id limit 1`)
    const entry = await magazine.first(`/api/articles?filters[id]=${file?.article}&populate=cover`)
    expect(entry.cover).toEqual({
      id: file?.id,
      documentId: file?.document_id,
      name: file?.name,
      alternativeText: file?.alternative_text,
      caption: file?.caption,
      focalPoint: file?.focal_point ?? null,
      width: file?.width,
      height: file?.height,
      formats: JSON.parse(String(file?.formats)),
      hash: file?.hash,
      ext: file?.ext,
      mime: file?.mime,
      size: file?.size,
      url: file?.url,
      previewUrl: file?.preview_url,
      provider: file?.provider,
      provider_metadata: null,
      createdAt: iso(file?.created_at),
      updatedAt: iso(file?.updated_at),
      publishedAt: iso(file?.published_at),
    })
  })

  it('populated media: formats is null where there are none, and a list of files keeps its order', async () => {
    const files = magazine.rows(`select m.related_id as article, f.id, f.formats is null as bare
      from files_related_mph m join files f on f.id = m.file_id join articles a on a.id = m.related_id
      where m.related_type = 'api::article.article' and m.field = 'gallery' and ${shown('a')} order by 1, m."order"`)
    const article = files.find((file) => file.bare === 1)?.article
    const entry = await magazine.first(`/api/articles?filters[id]=${article}&populate=gallery`)
    const gallery = entry.gallery as Record<string, unknown>[]
    expect(gallery.map(({ id, formats }) => [id, formats === null])).toEqual(
      files.filter((file) => file.article === article).map((file) => [file.id, file.bare === 1]),
    )
  })

  it('populated localizations: with populate=*, the same entry in its other locales', async () => {
    const entry = await magazine.first('/api/articles?filters[id]=2&populate=*')
    const [french] = magazine.rows(
      'select id, document_id, title, locale, created_at, updated_at, published_at from articles where id = 4',
    )
    expect(entry.localizations).toMatchObject([
      {
        id: french?.id,
        documentId: french?.document_id,
        title: french?.title,
        locale: 'fr-FR',
        createdAt: iso(french?.created_at),
        updatedAt: iso(french?.updated_at),
        publishedAt: iso(french?.published_at),
      },
    ])
  })
})
