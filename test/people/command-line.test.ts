import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { compareSync } from 'bcrypt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, newSite, type Site } from './site.ts'

let site: Site
beforeEach(() => {
  site = newSite()
})
afterEach(() => site.remove())

const ARTICLES = '/api/articles'

describe('lectern role', () => {
  it('allows and denies, and a server that is running knows at once', async () => {
    const lectern = await site.serve()
    expect((await ask(lectern, ARTICLES)).status).toBe(403)
    expect(await site.lectern(['role', 'allow', 'public', 'api::article.article.find'])).toEqual({
      code: 0,
      out: 'Public may now: api::article.article.find',
      err: '',
    })
    expect((await ask(lectern, ARTICLES)).status).toBe(200)
    expect((await site.lectern(['role', 'deny', 'Public', 'api::article.article.find'])).out).toBe(
      'Public may no longer: api::article.article.find',
    )
    expect((await ask(lectern, ARTICLES)).status).toBe(403)
  })

  it('takes * for all actions of a type, and does nothing twice', async () => {
    const line = ['role', 'allow', 'authenticated', 'api::author.author.*']
    const actions = ['find', 'findOne', 'create', 'update', 'delete', 'export']
    expect((await site.lectern(line)).out.split('\n')).toEqual(
      actions.map((action) => `Authenticated may now: api::author.author.${action}`),
    )
    expect((await site.lectern(line)).out).not.toContain('may now')
    expect(site.sql(`select count(*) as n from up_permissions where action like 'api::author%'`)).toEqual([{ n: 6 }])
    expect((await site.lectern(['role', 'list'])).out).toContain(
      'authenticated (Authenticated, 0 users) may\n  api::author.author: create, delete, export, find, findOne, update\n',
    )
    await site.lectern(['role', 'deny', 'authenticated', 'api::author.author.*'])
    expect(site.sql(`select count(*) as n from up_permissions where action like 'api::author%'`)).toEqual([{ n: 0 }])
    const orphans = 'select * from up_permissions_role_lnk where permission_id not in (select id from up_permissions)'
    expect(site.sql(orphans)).toEqual([])
  })

  it('lists apart what has no effect, and lets no name pass for another line', async () => {
    await site.lectern(['role', 'list'])
    const name = `x'||char(10)||'public (Public, requests without a login) may`
    site.sql(`insert into up_roles (name, type) values ('${name}', 'odd')`)
    const { out } = await site.lectern(['role', 'list'])
    expect(out).toContain('odd (x\ufffdpublic (Public, requests without a login) may, 0 users) may\n  nothing')
    const [, ofPublic = ''] = out.split('public (Public, requests without a login) may\n')
    const [effective = '', ineffective = ''] = ofPublic.split(/\n {2}and, without effect.*\n/)
    expect(effective).not.toContain('register')
    expect(ineffective).toMatch(/^ {4}plugin::users-permissions\.auth: .*register/)
  })

  it('numbers what it adds after what is there', async () => {
    await site.lectern(['role', 'allow', 'public', 'api::article.article.find', 'api::article.article.findOne'])
    const orders = site.sql(
      `select l.permission_ord as ord from up_permissions_role_lnk l join up_roles r on r.id = l.role_id where r.type = 'public' order by l.id`,
    )
    expect(orders).toEqual(orders.map((_, index) => ({ ord: index + 1 })))
    expect(orders.length).toBeGreaterThan(2)
  })

  it.each([
    [['pubic', 'api::article.article.find'], 'There is no role "pubic". Did you mean public? There are: auth'],
    [['public', 'api::artcle.article.find'], 'There is no action "api::artcle.article.find". Did you mean api::art'],
    [['public', 'api::article.article'], 'Did you mean api::article.article.*?'],
    [['public', 'article.find'], 'Did you mean api::article.article.find?'],
    [['public', 'api::article.find'], 'Did you mean api::article.article.find?'],
    [['public', 'article'], 'Did you mean api::article.article.*?'],
    [['public', 'articles'], 'Did you mean api::article.article.*?'],
    [['public', 'articles.find'], 'Did you mean api::article.article.find?'],
    [['public', 'api::article.article.get'], 'Did you mean api::article.article.find?'],
    [['public', 'api::article.article.edit'], 'Did you mean api::article.article.update?'],
    [
      ['public', 'nonsense'],
      'There are:\n  api::article.article: find, findOne, create, update, delete, findDrafts, export\n',
    ],
    [['public', 'api::article.article.finddrafts'], 'Did you mean api::article.article.findDrafts?'],
    [
      ['public', 'api::author.author.findDrafts'],
      'api::author.author.findDrafts: entries of this type have no drafts. There are: api::article.article.findDrafts.',
    ],
  ])('refuses %j', async (words, message) => {
    const { code, err } = await site.lectern(['role', 'allow', ...words])
    expect(code).toBe(1)
    expect(err).toContain(message)
  })

  it('knows findDrafts where drafts need a right, and says how they would', async () => {
    const lectern = await site.serve()
    await site.lectern(['role', 'allow', 'public', 'api::article.article.find'])
    expect((await ask(lectern, `${ARTICLES}?status=draft`)).status).toBe(403)
    const line = ['role', 'allow', 'public', 'api::article.article.findDrafts']
    expect((await site.lectern(line)).out).toBe('Public may now: api::article.article.findDrafts')
    expect((await ask(lectern, `${ARTICLES}?status=draft`)).status).toBe(200)
    await site.lectern(['role', 'deny', 'public', 'api::article.article.findDrafts'])
    expect((await ask(lectern, `${ARTICLES}?status=draft`)).status).toBe(403)

    writeFileSync(join(site.folder, 'config/api.js'), `module.exports = { rest: { drafts: 'find' } }`)
    expect((await site.lectern(line)).err).toContain("set rest: { drafts: 'granted' } in config/api")
    expect((await ask(await site.serve(), `${ARTICLES}?status=draft`)).status).toBe(200)
  })

  it('changes nothing when one of several actions does not exist', async () => {
    await site.lectern(['role', 'allow', 'public', 'api::article.article.find', 'api::nothing.nothing.find'])
    expect(site.sql(`select * from up_permissions where action like 'api::%'`)).toEqual([])
  })
})

describe('lectern token', () => {
  it('prints the key once, and stores what Strapi would', async () => {
    const { out: key, err } = await site.lectern(['token', 'create', 'web', '--days', '30'])
    expect(key).toMatch(/^[0-9a-f]{256}$/)
    expect(err).toContain('Created the read-only token web, valid until 2')
    const { API_TOKEN_SALT: salt = '' } = parseEnv(readFileSync(join(site.folder, '.env'), 'utf8'))
    const [row] = site.sql('select * from strapi_api_tokens') as Record<string, unknown>[]
    expect(row).toMatchObject({
      name: 'web',
      description: '',
      kind: 'content-api',
      type: 'read-only',
      access_key: createHmac('sha512', salt).update(key).digest('hex'),
      encrypted_key: null,
      lifespan: 30 * 86_400_000,
      last_used_at: null,
      locale: null,
    })
    expect(row?.expires_at).toBe(Number(row?.created_at) + 30 * 86_400_000)
    expect(row?.published_at).toBe(row?.created_at)
    expect(row?.document_id).toMatch(/^[a-z][a-z0-9]{23}$/)
    expect(JSON.stringify(site.sql('select * from strapi_api_tokens'))).not.toContain(key)
  })

  it('opens what its type says, until it is revoked', async () => {
    const lectern = await site.serve()
    const reading = await site.token('reading')
    const custom = await site.token('custom', '--action', 'api::author.author.find', '--action', 'api::author.author.*')
    expect((await ask(lectern, ARTICLES, reading)).status).toBe(200)
    expect((await ask(lectern, ARTICLES, custom)).status).toBe(403)
    expect((await ask(lectern, '/api/authors', custom)).status).toBe(200)
    expect(site.sql('select action from strapi_api_token_permissions')).toHaveLength(6)
    expect((await site.lectern(['token', 'revoke', 'reading'])).code).toBe(0)
    expect((await ask(lectern, ARTICLES, reading)).status).toBe(401)
    expect((await ask(lectern, '/api/authors', custom)).status).toBe(200)
    expect((await site.lectern(['token', 'revoke', '2'])).code).toBe(0)
    expect((await ask(lectern, '/api/authors', custom)).status).toBe(401)
    expect(site.sql('select * from strapi_api_token_permissions')).toEqual([])
    expect(site.sql('select * from strapi_api_token_permissions_token_lnk')).toEqual([])
  })

  it('lists names and ends, never keys', async () => {
    expect((await site.lectern(['token', 'list'])).out).toBe(
      'There are no tokens. lectern token create NAME creates one.',
    )
    const key = await site.token('web', '--type', 'full-access')
    await site.token('old', '--days', '1')
    site.sql(`update strapi_api_tokens set expires_at = 1700000000000 where name = 'old'`)
    await site.token('odd', '--days', '1')
    site.sql(`update strapi_api_tokens set expires_at = 'soon' where name = 'odd'`)
    const { out } = await site.lectern(['token', 'list'])
    expect(out.split('\n')).toEqual([
      '1  web  full-access  never expires',
      '2  old  read-only    expired 2023-11-14',
      '3  odd  read-only    expired: its end is not a date',
    ])
    expect(out).not.toContain(key)
  })

  it.each([
    [['create', 'web'], 'The token "web" exists already'],
    [['create', 'x', '--type', 'read'], '--type must be read-only, full-access or custom, not "read".'],
    [['create', 'x', '--type', 'custom'], 'A custom token needs --action ACTION.'],
    [['create', 'x', '--type', 'full-access', '--action', 'a'], 'A full-access token takes no --action'],
    [['create', 'x', '--action', 'api::article.article.fnd'], 'Did you mean api::article.article.find?'],
    [['create', 'x', '--days', '0'], '--days must be a number from 1 to 36500, not "0".'],
    [['create'], 'Usage: lectern token create NAME'],
    [['revoke', 'webb'], 'There is no token "webb". There are: web (1), 1 (2).'],
    [['revoke', '1'], 'Two tokens match "1": web (1) and 1 (2)'],
    [['revok', 'web'], 'There is no lectern token revok. Did you mean revoke?'],
    [[], 'Say what to do: lectern token create, lectern token list, lectern token revoke.'],
  ])('refuses %j', async (words, message) => {
    await site.token('web')
    await site.token('1')
    const { code, out, err } = await site.lectern(['token', ...words])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(message)
    expect(site.sql('select count(*) as n from strapi_api_tokens')).toEqual([{ n: 2 }])
  })
})

describe('lectern user', () => {
  const create = ['user', 'create', '--email', 'Ada@Example.com', '--username', 'ada']
  const stored = () => (site.sql('select * from up_users') as Record<string, unknown>[])[0]

  it('generates a password where there is no terminal, and prints it once', async () => {
    const { code, out } = await site.lectern(create)
    expect(code).toBe(0)
    const password = /^Password, shown only now: (\S{20})$/m.exec(out)?.[1] ?? ''
    expect(out.split('\n')[0]).toBe('Created the user ada (ada@example.com) with the role Authenticated.')
    expect(compareSync(password, String(stored()?.password))).toBe(true)
    expect(stored()).toMatchObject({
      username: 'ada',
      email: 'ada@example.com',
      provider: 'local',
      confirmed: 1,
      blocked: 0,
    })
    expect(String(stored()?.password)).toMatch(/^\$2[ab]\$10\$/)
    expect(site.sql('select user_id, user_ord, type from up_users_role_lnk join up_roles r on r.id = role_id')).toEqual(
      [{ user_id: 1, user_ord: 1, type: 'authenticated' }],
    )
  })

  it.each([
    [
      'asks for one',
      create,
      { askSecret: async (question: string) => (/^P|^Repeat/.test(question) ? 'typed-password' : null) },
      'typed-password',
    ],
    ['takes one from the command line', [...create, '--password', 'given-password'], {}, 'given-password'],
    ['takes one from the environment', create, { env: { LECTERN_USER_PASSWORD: 'from-outside' } }, 'from-outside'],
  ])('%s, and does not repeat it', async (_, words, world, password) => {
    const { code, out, err } = await site.lectern(words, world)
    expect(code).toBe(0)
    expect(out + err).not.toContain(password)
    expect(compareSync(password, String(stored()?.password))).toBe(true)
  })

  it('asks for the password twice', async () => {
    const answers = ['one-password', 'another-password']
    const { code, err } = await site.lectern(create, { askSecret: async () => answers.shift() ?? null })
    expect(code).toBe(1)
    expect(err).toContain('The passwords differ; nothing was changed')
    expect(site.sql('select * from up_users')).toEqual([])
  })

  it.each([
    [['--email', 'nobody', '--password', 'long-enough'], '"nobody" is not an address'],
    [['--email', 'a@b.c', '--username', 'x', '--password', 'long-enough'], 'A username has 3 to 255 characters.'],
    [['--email', 'a@b.c', '--password', 'short'], 'A password needs at least 8 characters.'],
    [['--email', 'a@b.c', '--password', 'x'.repeat(73)], 'A password has at most 72 bytes.'],
    [['--email', 'a@b.c', '--role', 'public', '--password', 'long-enough'], 'The role public is for requests'],
    [['--email', 'a@b.c', '--role', 'autenticated'], 'There is no role "autenticated". Did you mean authenticated?'],
    [['--email', 'ADA@example.com', '--username', 'other'], 'A user with the address ada@example.com'],
    [['--email', 'other@example.com', '--username', 'Ada'], 'or the name Ada exists already.'],
    [['--email', 'other@example.com', '--username', 'ada@example.com'], 'or the name ada@example.com exists already.'],
    [['--username', 'ada'], 'Name the user: lectern user create --email ADDRESS'],
  ])('refuses %j', async (words, message) => {
    await site.lectern([...create, '--password', 'some-password'])
    const { code, out, err } = await site.lectern(['user', 'create', ...words])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(message)
    expect(site.sql('select count(*) as n from up_users')).toEqual([{ n: 1 }])
  })
})

describe('--json', () => {
  it.each([
    [['role', 'create', 'editor'], { type: 'editor', users: 0, actions: [] }],
    [
      ['role', 'allow', 'public', 'api::article.article.find'],
      { role: 'Public', changed: ['api::article.article.find'], unchanged: [] },
    ],
    [['token', 'create', 'web'], { name: 'web', type: 'read-only', key: expect.any(String), expires: null }],
    [
      ['user', 'create', '--email', 'a@example.com'],
      { email: 'a@example.com', username: 'a@example.com', password: expect.any(String) },
    ],
  ])('lectern %j', async (words, result) => {
    const { code, out } = await site.lectern([...words, '--json'])
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining(result)])
  })

  it('has a result for each change, and no password that was typed', async () => {
    const did = async (...words: readonly string[]) => JSON.parse((await site.lectern([...words, '--json'])).out)
    const typed = ['--email', 'a@example.com', '--password', 'secret-of-ours-1']
    expect(await did('user', 'create', ...typed)).not.toHaveProperty('password')
    expect(await did('user', 'block', 'a@example.com')).toMatchObject({ blocked: true, changed: true })
    expect(await did('user', 'password', 'a@example.com')).toHaveProperty('password')
    expect(await did('user', 'delete', 'a@example.com')).toMatchObject({ email: 'a@example.com' })
    await did('token', 'create', 'web')
    expect(await did('token', 'revoke', 'web')).toMatchObject({ name: 'web' })
    await did('role', 'create', 'editor')
    expect(await did('role', 'delete', 'editor')).toMatchObject({ type: 'editor', moved: 0 })
  })
})
