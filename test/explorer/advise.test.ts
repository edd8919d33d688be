/** `/_explorer/advise`: the index that `lectern advise` would recommend, for callers who may see plans. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/api-token.ts'
import type { Description } from '../../src/explorer/description.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { articlesWith } from '../advise/articles.ts'
import { type Place, PREPARED_PLACES } from '../migrate/places.ts'
import { fixture } from '../support/fixture.ts'
import { API_TOKEN_SALT, makeProject } from '../support/make-project.ts'

const ARTICLES = 40_000
const NUMBERS = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ARTICLES})`
const ALLOWED = "'api::article.article.find'"

interface Advice {
  readonly statements: readonly string[]
  readonly before: number
  readonly after: number
}

describe.each(Object.entries(PREPARED_PLACES))('on %s', (_kind, createPlace) => {
  let place: Place
  let lectern: Lectern
  beforeAll(async () => {
    place = await createPlace()
    place.write(articlesWith())
    await place.migrate()
    const published = place.database.includes('://') ? 'now()' : '1700000000000'
    await place.sql(
      `${NUMBERS} insert into articles (id, document_id, title, views, published_at) select i, 'a' || i, 'Title ' || (i * 7919 % ${ARTICLES}), i % 4000, ${published} from n`,
    )
    await place.sql(`insert into up_permissions (id, action) values (999, ${ALLOWED})`)
    await place.sql(
      "insert into up_permissions_role_lnk (id, permission_id, role_id) select 999, 999, id from up_roles where type = 'public'",
    )
    lectern = await openProject({ project: place.folder, database: place.database, env: {} })
  }, 120_000)
  afterAll(async () => {
    await lectern?.close()
    await place.remove()
  })

  it('recommends an index, and creates none', async () => {
    const layout = await place.layout()
    const response = await lectern.fetch('/_explorer/advise/api/articles?filters[views][$eq]=7&sort=title')
    expect(response.status).toBe(200)
    const { statements, before, after } = (await response.json()) as Advice
    expect([typeof before, typeof after]).toEqual(['number', 'number'])
    expect(statements.join('\n')).toMatch(/^create index "lectern_articles_on_views/)
    expect(await place.layout()).toEqual(layout)
  })

  it('runs one trial at a time', async () => {
    const asked = () => lectern.fetch('/_explorer/advise/api/articles?filters[views][$eq]=7')
    const statuses = (await Promise.all([asked(), asked()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 503])
    expect((await asked()).status).toBe(200)
  })
})

describe('advice', () => {
  let lectern: Lectern
  beforeAll(async () => {
    lectern = await openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), env: {} })
  })
  afterAll(() => lectern.close())

  const status = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    (await lectern.fetch(`/_explorer/advise${path}`, { headers })).status

  it('is available for requests that the caller may make', async () => {
    expect(await status('/api/memos')).toBe(403)
    expect(await status('/api/articles?fields=internalNotes')).toBe(400)
    expect(await status('/api/nothing')).toBe(404)
    expect(await status('/_health')).toBe(404)
  })

  it.each([
    ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['under another name', { host: 'evil.example' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused for requests %s', async (_how, headers) => {
    expect(await status('/api/articles', headers)).toBe(403)
  })

  it('is announced in the description', async () => {
    const described = async (headers = {}) =>
      (await (await lectern.fetch('/_explorer/schema.json', { headers })).json()) as Description
    expect((await described()).advises).toBe(true)
    expect((await described({ 'x-forwarded-for': '203.0.113.7' })).advises).toBe(false)
  })
})

describe('in production', () => {
  it('there is none, even for a token that may see plans', async () => {
    const project = await makeProject({
      types: { note: { attributes: { text: { type: 'string' } } } },
      config: { api: { rest: { explorer: true } } },
      rows: { strapi_api_tokens: [{ id: 1, type: 'full-access', access_key: hashToken('key', API_TOKEN_SALT) }] },
    })
    try {
      const served = await project.open({ database: project.database, env: { NODE_ENV: 'production' } })
      const asked = (word: string) =>
        served.fetch(`/_explorer/${word}/api/notes`, { headers: { authorization: 'Bearer key' } })
      expect([(await asked('explain')).status, (await asked('advise')).status]).toEqual([200, 403])
    } finally {
      await project.remove()
    }
  })
})
