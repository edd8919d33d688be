/** No trigger fires when a column is dropped, but the version of the SQLite schema changes. */

import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSite, type Site } from '../writes/site.ts'

let site: Site

beforeAll(async () => {
  site = await openSite('SQLite', {
    types: { note: { attributes: { title: { type: 'string' }, phone: { type: 'string' } } } },
  })
  await site.create('/api/notes', { title: 'one', phone: '12345' })
})

afterAll(() => site?.close())

it('is no longer shown, although its response was cached', async () => {
  for (const _ of [1, 2, 3]) expect(await site.list('/api/notes')).toMatchObject([{ phone: '12345' }])
  const connection = new BetterSqlite3(site.database)
  connection.exec('alter table notes drop column phone')
  connection.close()
  const { status, text } = await site.ask('GET', '/api/notes')
  expect([status, text.includes('12345')]).toEqual([503, false])
  expect(await site.list('/api/notes?fields=title')).toMatchObject([{ title: 'one' }])
})
