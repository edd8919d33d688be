import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDecoder } from 'fast-jwt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/http/logger.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { ask, copySite, logIn, newSite, type Site } from './site.ts'

const PASSWORD = 'correct horse'
const GOOD = { identifier: 'ada@example.com', password: PASSWORD }

let withUser: Site
beforeAll(async () => {
  withUser = newSite()
  await withUser.lectern(['user', 'create', '--email', 'ada@example.com', '--username', 'ada', '--password', PASSWORD])
})
afterAll(() => withUser.remove())

let site: Site
let lectern: Lectern
beforeEach(async () => {
  site = copySite(withUser)
  lectern = await site.serve()
})
afterEach(() => site.remove())

const user = {
  id: 1,
  documentId: expect.stringMatching(/^[a-z0-9]{24}$/),
  username: 'ada',
  email: 'ada@example.com',
  provider: 'local',
  confirmed: true,
  blocked: false,
  createdAt: expect.stringMatching(/Z$/),
  updatedAt: expect.stringMatching(/Z$/),
  publishedAt: expect.stringMatching(/Z$/),
}

const refusal = (status: number, name: string, message: string) => ({
  data: null,
  error: { status, name, message, details: {} },
})
const WRONG = refusal(400, 'ValidationError', 'Invalid identifier or password')

async function tokenOf(body: unknown = GOOD): Promise<string> {
  return String((await logIn(lectern, body)).body.jwt)
}

async function sendForm(form: FormData) {
  const response = await lectern.fetch('/api/auth/local', { method: 'POST', body: form })
  return { status: response.status, body: await response.json() }
}

describe('POST /api/auth/local', () => {
  it.each(['ada@example.com', 'ADA@Example.COM', 'ada'])('lets %s in with the right password', async (identifier) => {
    const { status, headers, body } = await logIn(lectern, { identifier, password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toEqual({ jwt: expect.any(String), user })
    expect(headers.get('cache-control')).toBe('no-store')
    const { id, iat, exp, ...others } = createDecoder()(String(body.jwt)) as Record<string, number>
    expect({ id, others }).toEqual({ id: 1, others: {} })
    expect((exp ?? 0) - (iat ?? 0)).toBe(30 * 86_400)
    expect((await ask(lectern, '/api/users/me', String(body.jwt))).status).toBe(200)
  })

  it('also takes a form', async () => {
    const response = await lectern.fetch('/api/auth/local', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(GOOD).toString(),
    })
    expect(response.status).toBe(200)
  })

  it('also takes a multipart form, as new FormData sends it', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(GOOD)) form.append(name, value)
    expect(await sendForm(form)).toMatchObject({ status: 200, body: { user: { username: 'ada' } } })
    form.set('password', 'wrong')
    expect(await sendForm(form)).toEqual({ status: 400, body: WRONG })
    form.set('password', 'x'.repeat(100_000))
    expect(await sendForm(form)).toMatchObject({ status: 413 })
    form.set('password', new Blob(['x']), 'password.txt')
    const message = 'The form has a file where only texts are allowed'
    expect(await sendForm(form)).toMatchObject({ status: 400, body: { error: { message } } })
  })

  it.each([
    ['text/plain;charset=UTF-8', GOOD, 'Send JSON, with the header Content-Type: application/json'],
    ['application/json', { data: GOOD }, 'Send identifier and password by themselves, not inside "data"'],
    ['application/json', { email: 'a', password: 'b' }, 'identifier is the name of the user, or the e-mail address'],
    ['application/json', {}, undefined],
  ])('says what is wrong with %s %j', async (type, body, hint) => {
    const headers = { 'content-type': type }
    const response = await lectern.fetch('/api/auth/local', { method: 'POST', headers, body: JSON.stringify(body) })
    const { error } = (await response.json()) as { error: { details: { errors: unknown[]; hint?: string } } }
    expect([response.status, error.details.hint]).toEqual([400, hint])
    expect(error.details.errors.length).toBeGreaterThan(0)
  })

  it('says that a token is in the way', async () => {
    const hint = 'Log in without the header Authorization'
    const headers = (token: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` })
    for (const [token, status] of [
      ['expired', 401],
      [await tokenOf(), 403],
    ] as const) {
      const body = JSON.stringify(GOOD)
      const response = await lectern.fetch('/api/auth/local', { method: 'POST', headers: headers(token), body })
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ error: { details: { hint } } })
    }
  })

  it('answers alike to an unknown name, a wrong password and a user without one', async () => {
    expect((await logIn(lectern, { ...GOOD, password: 'wrong' })).body).toEqual(WRONG)
    expect((await logIn(lectern, { ...GOOD, identifier: 'nobody' })).body).toEqual(WRONG)
    site.sql('update up_users set password = null')
    expect((await logIn(lectern, GOOD)).body).toEqual(WRONG)
    site.sql(`update up_users set password = 'correct horse'`)
    expect((await logIn(lectern, GOOD)).body).toEqual(WRONG)
  })

  it('refuses users whose password is stored elsewhere', async () => {
    site.sql(`update up_users set provider = 'github'`)
    expect((await logIn(lectern, GOOD)).body).toEqual(WRONG)
  })

  it('tells how an account stands to those who know its password alone', async () => {
    site.sql('update up_users set blocked = 1')
    const blocked = refusal(400, 'ApplicationError', 'Your account has been blocked by an administrator')
    expect((await logIn(lectern, GOOD)).body).toEqual(blocked)
    expect((await logIn(lectern, { ...GOOD, password: 'wrong' })).body).toEqual(WRONG)
  })

  it('wants a confirmed address where that is switched on', async () => {
    site.sql('update up_users set confirmed = 0')
    expect((await logIn(lectern, GOOD)).status).toBe(200)
    site.sql(
      `insert into strapi_core_store_settings (key, value, type) values ('plugin_users-permissions_advanced', '{"email_confirmation":true}', 'object')`,
    )
    const unconfirmed = refusal(400, 'ApplicationError', 'Your account email is not confirmed')
    expect((await logIn(lectern, GOOD)).body).toEqual(unconfirmed)
  })

  it('can be switched off, in the settings or by the role', async () => {
    await site.lectern(['role', 'deny', 'public', 'plugin::users-permissions.auth.callback'])
    expect((await logIn(lectern, GOOD)).status).toBe(403)
    await site.lectern(['role', 'allow', 'public', 'plugin::users-permissions.auth.callback'])
    site.sql(
      `insert into strapi_core_store_settings (key, value, type) values ('plugin_users-permissions_grant', '{"email":{"enabled":false}}', 'object')`,
    )
    expect((await logIn(lectern, GOOD)).body).toEqual(refusal(400, 'ApplicationError', 'This provider is disabled'))
  })

  it.each([
    [{}, '2 errors occurred', 2],
    [null, '2 errors occurred', 2],
    [[1], '2 errors occurred', 2],
    [{ identifier: 'ada' }, 'password is a required field', 1],
    [{ identifier: '', password: 'x' }, 'identifier is a required field', 1],
    [{ identifier: 'ada', password: { $ne: 'sesame' } }, 'password must be a `string` type', 1],
    [{ identifier: ['sesame'], password: 'sesame' }, 'identifier must be a `string` type', 1],
  ])('refuses %j and repeats nothing of it', async (sent, message, number) => {
    const { status, body, text } = await logIn(lectern, sent)
    const { error } = body as { error: { message: string; details: { errors: unknown[] } } }
    expect({ status, message: error.message }).toEqual({ status: 400, message })
    expect(error.details.errors).toHaveLength(number)
    expect(text).not.toContain('sesame')
  })

  it.each(['{"identifier":', '{"identifier":"a\\u0000","password":"x"}'])('refuses %s', async (text) => {
    expect((await logIn(lectern, text)).status).toBe(400)
  })

  it('answers to POST alone', async () => {
    const response = await lectern.fetch('/api/auth/local')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('leaves no password and no token in the log', async () => {
    const log: string[] = []
    const logger = createLogger({ level: 'trace', write: (line) => log.push(line) })
    const logged = await openProject({ project: site.folder, env: {}, logger })
    const { body } = await logIn(logged, GOOD)
    await logIn(logged, { ...GOOD, password: 'a wrong guess' })
    await logged.close()
    expect(log.join('')).toContain('/api/auth/local')
    for (const secret of [PASSWORD, 'a wrong guess', String(body.jwt)]) expect(log.join('')).not.toContain(secret)
  })

  it('stops listening to a name after too many wrong passwords, and to no other', async () => {
    const guess = (identifier: string) => logIn(lectern, { identifier, password: 'wrong' })
    for (let count = 0; count < 5; count += 1) expect((await guess('ADA@example.com')).status).toBe(400)
    const { status, headers, body } = await logIn(lectern, GOOD)
    expect({ status, body }).toEqual({
      status: 429,
      body: refusal(429, 'RateLimitError', 'Too many requests, please try again later.'),
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(200)
    expect((await guess('somebody else')).status).toBe(400)
  })

  it('counts no password that was right', async () => {
    for (let count = 0; count < 7; count += 1) expect((await logIn(lectern, GOOD)).status).toBe(200)
  })

  it('signs for as long as the project says', async () => {
    writeFileSync(
      join(site.folder, 'config/plugins.js'),
      `module.exports = { 'users-permissions': { config: { jwt: { expiresIn: '2h' } } } }`,
    )
    const shorter = await site.serve()
    const { iat = 0, exp = 0 } = createDecoder()(String((await logIn(shorter, GOOD)).body.jwt)) as Record<
      string,
      number
    >
    expect(exp - iat).toBe(2 * 3_600)
  })
})

describe('GET /api/users/me', () => {
  it('shows the user, without what is private', async () => {
    expect(await ask(lectern, '/api/users/me', await tokenOf())).toEqual({ status: 200, body: user })
  })

  it('takes fields and populate, and shows no other user', async () => {
    await site.lectern(['user', 'create', '--email', 'bob@example.com', '--password', PASSWORD])
    const jwt = await tokenOf()
    const asked = '/api/users/me?fields=username'
    expect(await ask(lectern, `${asked}&filters[id]=1`, jwt)).toEqual({
      status: 200,
      body: { id: 1, documentId: expect.any(String), username: 'ada' },
    })
    const headers = { authorization: `Bearer ${jwt}` }
    expect((await lectern.fetch(`${asked}&filters[id]=2`, { headers })).status).toBe(204)
    expect((await ask(lectern, `${asked}&filters[nothing]=2`, jwt)).status).toBe(400)
    expect((await ask(lectern, '/api/users/me?fields=password', jwt)).status).toBe(400)
    expect((await ask(lectern, '/api/users/me?populate=role', jwt)).body).not.toHaveProperty('role')
  })

  it('is for users alone', async () => {
    expect((await ask(lectern, '/api/users/me')).status).toBe(403)
    expect((await ask(lectern, '/api/users/me', await site.token('all', '--type', 'full-access'))).status).toBe(401)
    expect((await ask(lectern, '/api/users/me', await site.token('reads'))).status).toBe(403)
    expect((await ask(lectern, '/api/users/me', 'no.such.token')).status).toBe(401)
  })

  it('tells a caller without an account that a login has one', async () => {
    const { body } = await ask(lectern, '/api/users/me', await site.token('all', '--type', 'full-access'))
    expect(body).toEqual({
      data: null,
      error: {
        status: 401,
        name: 'UnauthorizedError',
        message: 'Unauthorized',
        details: { hint: 'This is the account of a user: send the token that POST …/auth/local returns' },
      },
    })
  })

  it('is refused to a user who was blocked meanwhile', async () => {
    const jwt = await tokenOf()
    expect((await ask(lectern, '/api/users/me', jwt)).status).toBe(200)
    site.sql('update up_users set blocked = 1')
    expect((await ask(lectern, '/api/users/me', jwt)).status).toBe(401)
  })

  it('needs the permission', async () => {
    const jwt = await tokenOf()
    await site.lectern(['role', 'deny', 'authenticated', 'plugin::users-permissions.user.me'])
    expect((await ask(lectern, '/api/users/me', jwt)).status).toBe(403)
  })
})
