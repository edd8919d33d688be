/** An export ends when its caller loses the permission to read the entries. */

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/api-token.ts'
import { DATABASES, openSite, type Site } from '../writes/site.ts'

const SALT = 'salt'
const ROWS = 500
const TYPES = {
  article: {
    attributes: {
      text: { type: 'text' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
  },
  author: { attributes: { name: { type: 'string' } } },
}
const ACTIONS = ['api::article.article.find', 'api::article.article.export', 'api::author.author.find']
const PATH = '/api/articles/actions/export?populate=*'
const AS_TOKEN = { authorization: 'Bearer revoked-soon' }

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    const config = { api: { rest: { extensions: ['export'] } }, admin: { apiToken: { salt: SALT } } }
    site = await openSite(kind, { types: TYPES, permissions: ACTIONS, config })
    const rows = Array.from({ length: ROWS }, (_, index) => `('a${index}', '${'x'.repeat(20_000)}')`)
    await site.sql(`insert into articles (document_id, text) values ${rows.join(', ')}`)
    await site.sql(
      `insert into strapi_api_tokens (name, type, access_key) values ('t', 'full-access', '${hashToken('revoked-soon', SALT)}')`,
    )
  })
  afterAll(() => site?.close())

  const allow = (action: string) =>
    site.sql(
      `insert into up_permissions_role_lnk (permission_id, role_id) select p.id, r.id from up_permissions as p cross join up_roles as r where p.action = '${action}' and r.type = 'public'`,
    )
  const deny = (action: string) =>
    site.sql(
      `delete from up_permissions_role_lnk where permission_id in (select id from up_permissions where action = '${action}')`,
    )

  /** The last line, and whether the export was cut off; the change happens after its first line. */
  async function exportWhile(change: () => Promise<unknown>, headers: Readonly<Record<string, string>> = {}) {
    const response = await site.lectern.fetch(PATH, { headers })
    let text = ''
    let isFirst = true
    const reading = async () => {
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString()
        if (!isFirst) continue
        isFirst = false
        await change()
        // Long enough for the next check of the permissions.
        await pause(1_100)
      }
      return 'whole'
    }
    const outcome = await reading().catch(() => 'broken off')
    const lines = text.trimEnd().split('\n')
    return { outcome, lines: lines.length, last: JSON.parse(lines.at(-1) ?? '') as unknown }
  }

  it('ends when the token is revoked', async () => {
    const { outcome, lines, last } = await exportWhile(() => site.sql('delete from strapi_api_tokens'), AS_TOKEN)
    expect(outcome).toBe('broken off')
    expect(lines).toBeLessThan(ROWS)
    expect(last).toMatchObject({ error: { status: 401 } })
  })

  it.each(ACTIONS)('ends when the role may no longer do %s', async (action) => {
    const { outcome, lines, last } = await exportWhile(() => deny(action))
    await allow(action)
    expect(outcome).toBe('broken off')
    expect(lines).toBeLessThan(ROWS)
    expect(last).toMatchObject({ error: { status: 403, name: 'ForbiddenError' } })
  })

  it('continues when a change does not affect it', async () => {
    const { outcome, lines } = await exportWhile(() => deny('api::author.author.create'))
    expect({ outcome, lines }).toEqual({ outcome: 'whole', lines: ROWS + 1 })
  })
})
