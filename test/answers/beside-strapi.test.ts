/**
 * A SQLite file that Strapi writes to, too. Its transactions read first, and fail if anything is committed before their
 * first write.
 */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { openSite, type Site } from '../writes/site.ts'
import { connectTo, type Session } from './sessions.ts'
import { PUBLISHED, SPEC } from './watched-site.ts'

let site: Site
let strapi: Session
let beside: Lectern

beforeAll(async () => {
  site = await openSite('SQLite', SPEC)
  strapi = await connectTo('SQLite', site.database)
  await strapi.run('create table strapi_database_schema (id integer primary key, hash text)')
  await site.create('/api/articles', { title: 'first' })
  beside = await openProject({ project: site.folder, database: site.database, env: {} })
})
afterAll(async () => {
  await beside.close()
  await strapi.close()
  await site.close()
})

const read = async () => {
  for (const path of PUBLISHED) expect((await beside.fetch(path)).status).toBe(200)
}

it('reads do not fail a running transaction of Strapi', async () => {
  await read()
  // As many notes of drafts as Lectern removes from its own databases.
  const rows = Array.from({ length: 150 }, (_, index) => `(${7_000 + index}, 'of nobody')`)
  await strapi.run(`insert into components_shared_links (id, label) values ${rows.join(', ')}`)
  await strapi.begin()
  await strapi.rows('select count(*) from articles')
  for (let round = 0; round < 20; round += 1) await read()
  await strapi.run("update articles set title = 'by Strapi'")
  await strapi.commit()
  const response = await beside.fetch('/api/articles?fields=title')
  expect(await response.json()).toMatchObject({ data: [{ title: 'by Strapi' }] })
})
