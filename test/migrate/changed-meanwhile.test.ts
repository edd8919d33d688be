/** A database that is migrated, or otherwise changed, while a server goes on serving what was there before. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { openSite, type Site } from '../writes/site.ts'

describe.each(DATABASES)('on %s, a column that is dropped meanwhile', (kind) => {
  let site: Site

  beforeAll(async () => {
    site = await openSite(kind, {
      types: { page: { attributes: { title: { type: 'string' }, size: { type: 'integer' } } } },
    })
    await site.create('/api/pages', { title: 'One', size: 1 })
    expect((await site.ask('GET', '/api/pages')).status).toBe(200)
    await site.sql('alter table pages drop column size')
  })
  afterAll(() => site.close())

  const ask = async (method: 'GET' | 'POST', path: string, data?: object) => {
    const { status, text } = await site.ask(method, path, data)
    return [status, (JSON.parse(text) as { error?: { message: string } }).error?.message]
  }
  const missing = [503, expect.stringMatching(/^A table or column is missing.*has to be started again$/)]

  it.each(['/api/pages?sort=title', '/api/pages?filters[size]=1&fields=title', '/api/pages?sort=size&fields=title'])(
    'makes %s fail, with an error that says to restart the server',
    async (path) => {
      expect(await ask('GET', path)).toEqual(missing)
      expect(await ask('GET', path)).toEqual(missing)
    },
  )

  it('is missed by writes', async () => {
    expect(await ask('POST', '/api/pages', { title: 'Two', size: 2 })).toEqual(missing)
  })

  it('is not missed by what does not show it', async () => {
    expect(await ask('GET', '/api/pages?fields=title')).toEqual([200, undefined])
  })
})
