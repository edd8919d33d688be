/** The limit of live responses per caller: a client cannot raise it with headers that are ignored. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/api-token.ts'
import { DATABASES, openSite, type Site } from '../writes/site.ts'
import { openStream, WATCHED_TYPES } from './watched.ts'

const PATH = '/api/authors/actions/watch'
const MOST = 4
const SALT = 'salt'

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    const api = { rest: { extensions: ['watch'], limits: { watchers: MOST } } }
    site = await openSite(kind, { types: WATCHED_TYPES, config: { api, admin: { apiToken: { salt: SALT } } } })
    await site.sql(
      `insert into strapi_api_tokens (name, type, access_key) values ('other', 'read-only', '${hashToken('other', SALT)}')`,
    )
  })
  afterAll(() => site.close())

  it('another caller gets a live response, whatever the first one has sent in Authorization', async () => {
    const streams = await Promise.all(
      Array.from({ length: MOST }, (_, index) => openStream(site.lectern, PATH, { authorization: `Basic ${index}` })),
    )
    expect(streams.map(({ response }) => response.status)).toEqual(Array(MOST).fill(200))
    const other = await openStream(site.lectern, PATH, { authorization: 'Bearer other' })
    expect(other.response.status).toBe(200)
    await Promise.all([...streams, other].map(({ leave }) => leave()))
  })
})
