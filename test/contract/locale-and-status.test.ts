/** docs/queries.md, locale and status. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Magazine, openMagazine } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const found = (query: string, type = 'articles') => magazine.ids(`/api/${type}?${query}&pagination[limit]=100`)
const rows = (where: string, table = 'articles') =>
  magazine.column(`select id from ${table} where ${where} order by id limit 100`)

describe('locale and status refusals', () => {
  it.each([
    'status=',
    'status',
    'status=DRAFT',
    'status=Published',
    'status=bogus',
    'status[0]=draft',
    'status[a]=draft',
  ])('status: %s is refused', async (query) => {
    const error = await magazine.refusal(`/api/articles?${query}`)
    expect(error).toMatchObject({ status: 400, name: 'ValidationError', details: { param: 'status' } })
    expect(error.message).toContain(`Expected 'published' or 'draft'`)
  })

  it.each(['hasPublishedVersion=x', 'hasPublishedVersion=x&publicationFilter=modified'])(
    '%s is refused',
    async (query) => {
      const error = await magazine.refusal(`/api/articles?${query}`)
      expect(error).toMatchObject({ status: 400, name: 'ValidationError' })
      expect(error.message).toContain(`Invalid value for 'hasPublishedVersion'`)
    },
  )

  it.each(['hasPublishedVersion', 'publicationFilter'])('%s without a value is ignored', async (query) => {
    expect(await magazine.ids(`/api/articles?${query}`)).toEqual(await magazine.ids('/api/articles'))
  })
})

describe('locale', () => {
  it.each([
    ['locale=en', `locale = 'en'`],
    ['locale=fr-FR', `locale = 'fr-FR'`],
    ['status=published', `locale = 'en'`],
    ['locale=', `locale = 'en'`],
    ['locale=*', '1'],
    ['locale=xx', '0'],
    ['locale=EN', '0'],
    ['locale=fr', '0'],
    ['locale[0]=en&locale[1]=fr-FR', '1'],
    ['locale[0]=fr-FR&locale[1]=xx', `locale = 'fr-FR'`],
  ])('locale: %s', async (query, where) => {
    expect(await found(query)).toEqual(rows(`published_at is not null and ${where}`))
  })

  it('locale: also applies to a type without Draft & Publish', async () => {
    expect(await found('locale=fr-FR', 'categories')).toEqual(rows(`locale = 'fr-FR'`, 'categories'))
  })

  it('locale: has no effect on a type that is not localized', async () => {
    expect(await found('locale=fr-FR', 'tags')).toEqual(rows('1', 'tags'))
  })

  it('locale: one entry in one of its locales', async () => {
    const path = '/api/articles/qnjh2e6ua8b9g28y3g2c93ey'
    expect(await magazine.one(path)).toMatchObject({ id: 2, locale: 'en' })
    expect(await magazine.one(`${path}?locale=fr-FR`)).toMatchObject({ id: 4, locale: 'fr-FR' })
    expect(await magazine.one(`${path}?locale=fr-FR&status=draft`)).toMatchObject({ id: 3, publishedAt: null })
    expect(await magazine.refusal(`${path}?locale=xx`)).toMatchObject({ status: 404 })
  })
})

describe('status', () => {
  it.each([
    ['locale=en', 'published_at is not null'],
    ['status=published', 'published_at is not null'],
    ['status=draft', 'published_at is null'],
  ])('status: %s', async (query, where) => {
    expect(await found(query)).toEqual(rows(`locale = 'en' and ${where}`))
  })

  it('documents: drafts have no publishedAt, published versions have one', async () => {
    const drafts = await magazine.list('/api/articles?status=draft&pagination[limit]=100')
    const published = await magazine.list('/api/articles?pagination[limit]=100')
    expect(drafts.every((entry) => entry.publishedAt === null)).toBe(true)
    expect(published.every((entry) => typeof entry.publishedAt === 'string')).toBe(true)
  })

  it('documents: the two versions of a document share its documentId and may differ in their fields', async () => {
    const draft = await magazine.first('/api/articles?status=draft&filters[documentId]=qnjh2e6ua8b9g28y3g2c93ey')
    expect(draft.title).toBe('Canyon cloud bridge meadow meadow 100%_Sure Élan (modified draft)')
    const published = await magazine.first('/api/articles?filters[documentId]=qnjh2e6ua8b9g28y3g2c93ey')
    expect(published.title).toBe('Canyon cloud bridge meadow meadow 100%_Sure Élan')
  })

  it('documents: only status=draft finds a document that was never published', async () => {
    const [never] = magazine.column(`select document_id from articles where locale = 'en'
      group by document_id having max(published_at) is null order by id limit 1`)
    expect(await magazine.refusal(`/api/articles/${never}`)).toMatchObject({ status: 404 })
    expect(await magazine.one(`/api/articles/${never}?status=draft`)).toMatchObject({ documentId: never })
  })

  it('status: filters cannot reveal drafts', async () => {
    expect(await found('filters[publishedAt][$null]=true')).toEqual([])
    expect(await found('filters[$or][0][publishedAt][$null]=true&filters[$or][1][id]=1')).toEqual([])
    expect(await found('status=draft&filters[publishedAt][$notNull]=true')).toEqual([])
  })

  it('status: has no effect without Draft & Publish: such types have one version', async () => {
    for (const status of ['draft', 'published'])
      expect(await found(`status=${status}`, 'tags')).toEqual(rows('1', 'tags'))
  })

  it('status and locale together', async () => {
    expect(await found('status=draft&locale=fr-FR')).toEqual(rows(`published_at is null and locale = 'fr-FR'`))
    expect(await found('status=draft&locale=*')).toEqual(rows('published_at is null'))
  })
})
