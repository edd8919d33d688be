/** An extension that replaces the attributes of users, as Strapi allows: their columns are really not there. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { JWT_SECRET, type MadeProject, makeProject } from '../support/make-project.ts'

const EXTENSION = 'src/extensions/users-permissions/content-types/user/schema.json'

let project: MadeProject
let lectern: Lectern

beforeAll(async () => {
  project = await makeProject({
    types: { note: { attributes: { text: { type: 'string' } } } },
    rows: { notes: [{ id: 1 }] },
  })
  const file = join(project.folder, EXTENSION)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ attributes: { username: { type: 'string' }, nickname: { type: 'string' } } }))
  const database = new BetterSqlite3(project.database)
  database.exec(`drop table up_users_role_lnk; drop table up_users;
    create table up_users (id integer primary key, document_id varchar(255), username varchar(255), nickname varchar(255),
      created_at datetime, updated_at datetime, published_at datetime, created_by_id integer, updated_by_id integer,
      locale varchar(255));
    insert into up_users (id, username) values (1, 'ann')`)
  database.close()
  lectern = await project.open()
})
afterAll(() => project?.remove())

describe('users without roles, passwords and flags', () => {
  it('are left as they are: the project starts, and what is public is served', async () => {
    expect(lectern.leftOut).toEqual([])
    expect((await lectern.fetch('/api/notes')).status).toBe(200)
  })

  it('are known by their tokens, and may do nothing', async () => {
    const ask = (id: number) => {
      const authorization = `Bearer ${createSigner({ key: JWT_SECRET })({ id })}`
      return lectern.fetch('/api/notes', { headers: { authorization } })
    }
    expect((await ask(1)).status).toBe(403)
    expect((await ask(2)).status).toBe(401)
  })

  it('cannot log in', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ identifier: 'ann', password: 'secret' })
    const response = await lectern.fetch('/api/auth/local', { method: 'POST', headers, body })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })
})
