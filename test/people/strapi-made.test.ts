import { copyFileSync, cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { ask, logIn, type Site, siteIn } from './site.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url))

let site: Site
let database: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-people-strapi-'))
  database = join(folder, 'copy.db')
  cpSync(join(FIXTURES, 'magazine'), folder, { recursive: true })
  copyFileSync(join(FIXTURES, 'magazine.sqlite'), database)
  site = siteIn(folder, database, ['--database', database])
})
afterEach(() => site.remove())

const open = () => openProject({ project: site.folder, database, env: {}, migrate: true })

describe('a database that Strapi made', () => {
  it.each([
    [['token', 'create', 'web']],
    [['token', 'revoke', 'lab-read-only']],
    [['role', 'allow', 'public', 'api::memo.memo.find']],
    [['user', 'create', '--email', 'ada@example.com', '--password', 'long-enough']],
    [['user', 'password', '1', '--password', 'long-enough']],
    [['user', 'block', '1']],
    [['user', 'unblock', '1']],
    [['user', 'delete', '1']],
    [['role', 'create', 'Editor']],
    [['role', 'delete', 'editor']],
  ])('is not changed by %j', async (words) => {
    const before = readFileSync(database)
    const { code, err } = await site.lectern(words)
    expect(code).toBe(1)
    expect(err).toContain('was made by Strapi, which may be using it. Add --yes to change it anyway.')
    expect(readFileSync(database).equals(before)).toBe(true)
  })

  it.each([
    [['locale', 'add', 'it']],
    [['locale', 'default', 'de']],
    [['locale', 'remove', 'de', '--allow-data-loss']],
  ])('keeps its locales: %j', async (words) => {
    const before = readFileSync(database)
    const { code, err } = await site.lectern(words)
    expect(code).toBe(1)
    expect(err).toContain("was not made by Lectern: change its locales in Strapi's admin panel.")
    expect(readFileSync(database).equals(before)).toBe(true)
  })

  it('can be looked into', async () => {
    const before = readFileSync(database)
    expect((await site.lectern(['user', 'list'])).out).toMatch(/^1 {2}\S+@/)
    expect((await site.lectern(['locale', 'list'])).out).toContain('fr-FR  French (France)')
    expect((await site.lectern(['token', 'list'])).out).toContain('lab-read-only    read-only')
    expect((await site.lectern(['role', 'list'])).out).toContain('public (Public')
    expect(readFileSync(database).equals(before)).toBe(true)
  })

  it('is changed with --yes', async () => {
    const { code, out: key } = await site.lectern(['token', 'create', 'web', '--type', 'full-access', '--yes'])
    expect(code).toBe(0)
    await site.lectern(['user', 'create', '--email', 'ada@example.com', '--password', 'long-enough', '--yes'])
    const lectern = await open()
    expect((await ask(lectern, '/api/memos', key)).status).toBe(200)
    const { status, body } = await logIn(lectern, { identifier: 'ada@example.com', password: 'long-enough' })
    expect(status).toBe(200)
    expect((await ask(lectern, '/api/users/me', String(body.jwt))).body).toMatchObject({ email: 'ada@example.com' })
    await lectern.close()
  })

  it('gets no secrets', async () => {
    const lectern = await open()
    expect(lectern.notices).toEqual([])
    await lectern.close()
  })
})
