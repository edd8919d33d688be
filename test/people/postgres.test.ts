import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { writeStarter } from '../../src/starter/write-starter.ts'
import { createDatabase } from '../support/postgres.ts'
import { ask, logIn, siteIn } from './site.ts'

it('people, keys and roles on PostgreSQL', async () => {
  const { url, drop } = await createDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-people-postgres-'))
  writeStarter(folder, { folder: '/lectern', version: '0.0.0' })
  const site = siteIn(folder, '', ['--database', url])
  const client = new pg.Client(url)
  await client.connect()
  try {
    const key = await site.token('web', '--action', 'api::article.article.*', '--days', '7')
    expect(key).toMatch(/^[0-9a-f]{256}$/)
    expect((await site.lectern(['token', 'list'])).out).toMatch(/^1 {2}web {2}custom {2}until 2\d{3}-/)
    const created = await site.lectern(['user', 'create', '--email', 'ada@example.com', '--password', 'long-enough'])
    expect(created).toMatchObject({ code: 0 })
    // All at once: each action is allowed once, each in its own place.
    const allowing = ['role', 'allow', 'public', 'api::author.author.*']
    await Promise.all([site.lectern(allowing), site.lectern(allowing), site.lectern(allowing)])
    const { rows } = await client.query(
      `select count(*)::int as n, count(distinct l.permission_ord)::int as places from up_permissions p join up_permissions_role_lnk l on l.permission_id = p.id where p.action like 'api::author%'`,
    )
    expect(rows).toEqual([{ n: 6, places: 6 }])

    const lectern = await openProject({ project: folder, database: url, env: {}, migrate: true })
    try {
      expect((await ask(lectern, '/api/authors')).status).toBe(200)
      expect((await ask(lectern, '/api/articles', key)).status).toBe(200)
      const { status, body } = await logIn(lectern, { identifier: 'ada@example.com', password: 'long-enough' })
      expect(status).toBe(200)
      expect((await ask(lectern, '/api/users/me', String(body.jwt))).body).toEqual(body.user)
      await site.lectern(['token', 'revoke', 'web'])
      expect((await ask(lectern, '/api/articles', key)).status).toBe(401)
      await site.lectern(['role', 'deny', 'public', 'api::author.author.*'])
      expect((await ask(lectern, '/api/authors')).status).toBe(403)
    } finally {
      await lectern.close()
    }
  } finally {
    await client.end()
    await drop()
    await site.remove()
  }
})
