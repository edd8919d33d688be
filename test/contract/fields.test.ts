/** docs/queries.md, fields. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_FULL_ACCESS, type Magazine, openMagazine, SHOWN } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

describe('fields refusals', () => {
  it.each(['author', 'categories', 'cover', 'gallery', 'seo', 'links', 'sections', 'localizations'])(
    'fields: selection does not apply to %s',
    async (name) => {
      const error = await magazine.refusal(`/api/articles?fields[0]=title&fields[1]=${name}`)
      expect(error).toMatchObject({ status: 400, name: 'ValidationError', message: `Invalid key ${name}` })
    },
  )

  it.each(['nothing', 'author.name', 'accessCode', 'internalNotes', 'createdBy'])(
    'fields: %s is no field of the type',
    async (name) => {
      for (const headers of [{}, AS_FULL_ACCESS]) {
        const error = await magazine.refusal(`/api/articles?fields=${name}`, headers)
        expect(error).toMatchObject({ status: 400, details: { param: 'fields', path: null } })
        expect(error.message).toContain(`Invalid key ${name}`)
      }
    },
  )

  it.each(['*,nothing', 'accessCode,*', 'author,*'])(
    'fields: names beside the star are names too: %s',
    async (fields) => {
      const name = fields.replace(/,?\*,?/, '')
      for (const query of [
        `fields=${fields}`,
        ...[`fields[0]=*&fields[1]=${name}`],
        `populate[related][fields]=${fields}`,
      ]) {
        expect(await magazine.refusal(`/api/articles?${query}`)).toMatchObject({
          status: 400,
          message: expect.stringContaining(`Invalid key ${name}`),
        })
      }
    },
  )

  it('fields: a star beside names means all fields', async () => {
    const all = await magazine.list('/api/articles?pagination[limit]=2')
    for (const fields of ['fields=*,title', 'fields[0]=*&fields[1]=title', 'fields[0]=*']) {
      expect(await magazine.list(`/api/articles?pagination[limit]=2&${fields}`)).toEqual(all)
    }
  })

  it.each(['fields[a]=title', 'fields[0][a]=title'])(
    'fields: %s is neither a name nor a list of names',
    async (fields) => {
      expect(await magazine.refusal(`/api/articles?${fields}`)).toMatchObject({
        status: 400,
        message: 'Invalid fields parameter. Expected a string or an array of strings',
      })
    },
  )
})

describe('fields syntax', () => {
  it.each<[string, readonly string[]]>([
    ['fields=title', ['title']],
    ['fields[0]=title&fields[1]=views', ['title', 'views']],
    ['fields[0]=views&fields[1]=title', ['title', 'views']],
    ['fields=title,views', ['title', 'views']],
    ['fields[]=title&fields[]=title', ['title']],
    ['fields[0]=title&fields[1]=%20views', ['title', 'views']],
    ['fields=title%20&fields=%20views', ['title', 'views']],
    ['fields=id', []],
    ['fields=documentId', []],
    ['fields[0]=publishedAt&fields[1]=locale', ['publishedAt', 'locale']],
    ['fields[0]=metadata&fields[1]=content', ['content', 'metadata']],
  ])('fields: %s returns exactly id, documentId and %j', async (fields, names) => {
    const entries = await magazine.list(`/api/articles?${fields}`)
    expect(entries).toHaveLength(25)
    for (const entry of entries) expect(Object.keys(entry)).toEqual(['id', 'documentId', ...names])
  })

  it('fields: values are those of the entry', async () => {
    const expected = magazine.rows(
      `select id, document_id as documentId, title, views from articles where ${SHOWN} order by id limit 25`,
    )
    expect(await magazine.list('/api/articles?fields[0]=title&fields[1]=views')).toEqual(expected)
  })

  it.each(['fields', 'fields=*', 'fields[0]=*'])('fields: %s returns every field', async (fields) => {
    expect(await magazine.list(`/api/articles?${fields}`)).toEqual(await magazine.list('/api/articles'))
  })

  it('fields: relations are controlled with populate, beside fields', async () => {
    const entry = await magazine.first('/api/articles?fields=title&populate=tags')
    expect(Object.keys(entry)).toEqual(['id', 'documentId', 'title', 'tags'])
  })

  it('fields: fields of one entry', async () => {
    const entry = await magazine.one('/api/articles/qnjh2e6ua8b9g28y3g2c93ey?fields=views')
    expect(entry).toEqual({ id: 2, documentId: 'qnjh2e6ua8b9g28y3g2c93ey', views: 728 })
  })
})
