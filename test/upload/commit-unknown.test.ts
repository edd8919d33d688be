/** The connection to PostgreSQL is lost while an upload is committed: whatever became of its rows, they have their files. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { startProxy } from '../postgres-process/proxy.ts'
import { AS_KEY, formOf, openSite, type Site } from './site.ts'

let site: Site
let proxy: Awaited<ReturnType<typeof startProxy>>
let lectern: Lectern

beforeAll(async () => {
  site = await openSite('PostgreSQL')
  proxy = await startProxy(site.place.database)
  const env = { API_TOKEN_SALT: 'salt', JWT_SECRET: 'secret' }
  lectern = await openProject({ project: site.place.folder, database: proxy.url, env })
})
afterAll(async () => {
  await lectern?.close()
  await proxy?.close()
  await site?.place.remove()
})

it('leaves no row without its file', async () => {
  proxy.loseCommit()
  const body = formOf([['a.txt', 'a']])
  const response = await lectern.fetch('/api/upload', { method: 'POST', headers: AS_KEY, body })
  expect(response.status).toBe(503)
  const rows = await site.place.sql('select url from files')
  expect(rows).toHaveLength(1)
  expect(existsSync(join(site.place.folder, 'public', String(rows[0]?.[0])))).toBe(true)
})

it('goes on', async () => {
  const body = formOf([['b.txt', 'b']])
  expect((await lectern.fetch('/api/upload', { method: 'POST', headers: AS_KEY, body })).status).toBe(201)
})
