import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import { createSigner } from 'fast-jwt'
import { afterEach, describe, expect, it } from 'vitest'
import { may } from '../src/access/caller.ts'
import { hashToken } from '../src/auth/api-token.ts'
import { createIdentify } from '../src/auth/identify.ts'
import { createStoredSettings } from '../src/auth/settings-store.ts'
import type { Moment } from '../src/cache/revisions.ts'
import type { Secrets } from '../src/config/settings.ts'
import { sqliteDialect } from '../src/dialects/sqlite/dialect.ts'
import { ApiError } from '../src/errors/api-error.ts'
import type { Statement } from '../src/sql/statement.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url))
const KEYS = JSON.parse(readFileSync(join(FIXTURES, 'tokens.json'), 'utf8')) as Record<
  'read-only' | 'full-access',
  string
>
const SECRETS: Secrets = {
  apiTokenSalt: 'apitokensalt',
  jwtSecret: 'jwtsecret',
  jwtAlgorithm: 'HS256',
  previousSalts: [],
  jwtPrivateKey: null,
  jwtPublicKey: null,
  jwtIssuer: null,
  jwtAudience: null,
  previousJwtSecrets: [],
  metricsToken: null,
}
const FIND = 'api::article.article.find'
const DELETE = 'api::article.article.delete'
const NOW = Date.parse('2026-12-01T00:00:00Z')
/** In seconds, in the year 2096. */
const FAR = 4_000_000_000

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

interface Start {
  readonly secrets?: Partial<Secrets>
  /** SQL that changes a copy of the database before it is opened. */
  readonly change?: string
  /** The revision of all tables; null if changes cannot be detected. */
  readonly revision?: () => number | null
}

const momentOf = (revision: number | null): Moment | null =>
  revision === null ? null : { covers: () => true, stampOf: () => String(revision) }

function start({ secrets = {}, change = '', revision = () => 1 }: Start = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-auth-'))
  const file = join(folder, 'copy.sqlite')
  copyFileSync(join(FIXTURES, 'magazine.sqlite'), file)
  const writer = new SqliteDatabase(file)
  writer.exec(change)
  const sqlite = new SqliteDatabase(file, { readonly: true })
  cleanups.push(() => {
    sqlite.close()
    writer.close()
    rmSync(folder, { recursive: true })
  })
  const statements: Statement[] = []
  const database = {
    async run(statement: Statement) {
      statements.push(statement)
      return sqlite
        .prepare(statement.text)
        .raw()
        .all(...statement.values) as unknown[][]
    },
    async inspect() {
      return columnsOf(sqlite)
    },
  }
  const clock = { now: NOW }
  const stored = createStoredSettings(database, sqliteDialect)
  const identify = createIdentify({
    database,
    dialect: sqliteDialect,
    columns: columnsOf(sqlite),
    settings: { secrets: { ...SECRETS, ...secrets } },
    stored,
    now: () => clock.now,
  })
  const now = () => momentOf(revision())
  return {
    identify: (header: string | undefined) => identify(header, now()),
    stored: {
      defaultLocale: () => stored.defaultLocale(now()),
      emailConfirmation: () => stored.emailConfirmation(now()),
    },
    statements,
    clock,
    writer,
  }
}

function columnsOf(sqlite: SqliteDatabase.Database): Map<string, Set<string>> {
  const names = sqlite.prepare(`select name from sqlite_master where type = 'table'`).pluck().all() as string[]
  return new Map(
    names.map((name) => [
      name,
      new Set(sqlite.prepare('select name from pragma_table_info(?)').pluck().all(name) as string[]),
    ]),
  )
}

function insertToken(
  id: number,
  key: string,
  values: { type: string; kind?: string | null; expires?: number | string | null },
) {
  const text = (value: string | number | null | undefined) =>
    value === null || value === undefined ? 'null' : `'${value}'`
  const expires = typeof values.expires === 'number' ? values.expires : text(values.expires)
  return `insert into strapi_api_tokens (id, type, kind, access_key, expires_at)
    values (${id}, '${values.type}', ${text(values.kind)}, '${hashToken(key, 'apitokensalt')}', ${expires});`
}

function sign(payload: Record<string, unknown>, key = 'jwtsecret', algorithm: 'HS256' | 'HS512' = 'HS256') {
  return `Bearer ${createSigner({ key, algorithm })(payload)}`
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof ApiError ? error.code : `not refused: ${String(error)}`
}

describe('the public', () => {
  it.each([undefined, 'Basic Zm9vOmJhcg==', 'Bearer', 'Bearer a b', 'garbage'])(
    'is the caller who sends %s',
    async (header) => {
      const caller = await start().identify(header)
      expect(caller.kind).toBe('public')
      expect(may(caller, FIND)).toBe(true)
      expect(may(caller, DELETE)).toBe(false)
      expect(may(caller, 'api::memo.memo.find')).toBe(false)
    },
  )

  it('is refused if its role allows nothing', async () => {
    const { identify } = start({ change: 'delete from up_permissions_role_lnk where role_id = 2' })
    expect(await codeOf(identify(undefined))).toBe('CREDENTIALS_INVALID')
  })

  it('is refused if there are no roles', async () => {
    const { identify } = start({
      change:
        'drop table up_permissions_role_lnk; drop table up_users_role_lnk; drop table up_roles; drop table up_users;',
    })
    expect(await codeOf(identify(undefined))).toBe('CREDENTIALS_INVALID')
    expect(await codeOf(identify(sign({ id: 1 })))).toBe('CREDENTIALS_INVALID')
    expect((await identify(`Bearer ${KEYS['read-only']}`)).kind).toBe('token')
  })
})

describe('API tokens', () => {
  it('of the type read-only may read everything and nothing else', async () => {
    const caller = await start().identify(`Bearer ${KEYS['read-only']}`)
    expect(caller).toEqual({ kind: 'token', rights: { kind: 'reads' }, tokenName: 'lab-read-only' })
  })

  it('of the type full-access may do everything', async () => {
    const caller = await start().identify(`bearer ${KEYS['full-access']}`)
    expect(caller).toEqual({ kind: 'token', rights: { kind: 'everything' }, tokenName: 'lab-full-access' })
  })

  it('of the type custom may do what their permissions list', async () => {
    const change = `${insertToken(90, 'mine', { type: 'custom', kind: 'content-api' })}
      insert into strapi_api_token_permissions (id, action) values (70, '${FIND}'), (71, '${DELETE}'), (72, 'not.mine');
      insert into strapi_api_token_permissions_token_lnk (api_token_permission_id, api_token_id) values (70, 90), (71, 90), (72, 1);`
    expect(await start({ change }).identify('Bearer mine')).toEqual({
      kind: 'token',
      rights: { kind: 'listed', actions: new Set([FIND, DELETE]) },
    })
  })

  it('of an unknown type may do nothing', async () => {
    const { identify } = start({ change: insertToken(90, 'mine', { type: 'superb' }) })
    expect(await identify('Bearer mine')).toEqual({ kind: 'token', rights: { kind: 'listed', actions: new Set() } })
  })

  it('of the kind admin are refused', async () => {
    const { identify } = start({ change: insertToken(90, 'mine', { type: 'full-access', kind: 'admin' }) })
    expect(await codeOf(identify('Bearer mine'))).toBe('CREDENTIALS_INVALID')
  })

  it('are accepted in databases without kinds', async () => {
    const { identify } = start({ change: 'alter table strapi_api_tokens drop column kind' })
    expect((await identify(`Bearer ${KEYS['full-access']}`)).kind).toBe('token')
  })

  it.each([[NOW - 1], ['2026-11-30 23:59:59.000'], ['damaged']])('that expired at %s are refused', async (expires) => {
    const { identify } = start({ change: insertToken(90, 'mine', { type: 'full-access', expires }) })
    expect(await codeOf(identify('Bearer mine'))).toBe('TOKEN_EXPIRED')
  })

  it('expire in time, even if they are cached', async () => {
    const { identify, clock, statements } = start({
      change: insertToken(90, 'mine', { type: 'full-access', expires: NOW + 1_000 }),
    })
    expect((await identify('Bearer mine')).kind).toBe('token')
    const before = statements.length
    clock.now = NOW + 1_001
    expect(await codeOf(identify('Bearer mine'))).toBe('TOKEN_EXPIRED')
    expect(statements).toHaveLength(before)
  })

  it.each([null, ''])('that are hashed without a salt do not match with the salt %s', async (apiTokenSalt) => {
    const change = `update strapi_api_tokens set access_key = '${hashToken(KEYS['full-access'], '')}' where type = 'full-access'`
    const { identify } = start({ change, secrets: { apiTokenSalt, previousSalts: [''] } })
    await expect(identify(`Bearer ${KEYS['full-access']}`)).rejects.toThrow(ApiError)
  })

  it.each([null, '', 'another'])('do not match with the salt %s', async (apiTokenSalt) => {
    const { identify } = start({ secrets: { apiTokenSalt } })
    expect(await codeOf(identify(`Bearer ${KEYS['full-access']}`))).toBe('CREDENTIALS_INVALID')
  })

  it('do not match by their hash', async () => {
    const { identify } = start()
    const hash = hashToken(KEYS['full-access'], 'apitokensalt')
    expect(await codeOf(identify(`Bearer ${hash}`))).toBe('CREDENTIALS_INVALID')
  })

  it('are bound values of the statement', async () => {
    const { identify, statements } = start()
    expect(await codeOf(identify(`Bearer '/**/or/**/1=1--`))).toBe('CREDENTIALS_INVALID')
    for (const { text } of statements) expect(text).not.toContain('1=1')
  })
})

describe('users', () => {
  const user = sign({ id: 1 })

  it.each([
    ['an id', { id: 1 }],
    ['a session', { userId: '1', sessionId: 'x', type: 'access' }],
    ['an end in the future', { id: 1, exp: FAR }],
  ])('are identified by a token with %s', async (_, payload) => {
    const caller = await start().identify(sign(payload))
    expect(caller.kind).toBe('user')
    expect(may(caller, 'api::memo.memo.find')).toBe(true)
    expect(may(caller, 'plugin::users-permissions.auth.callback'), 'the public role is not added').toBe(false)
  })

  it.each([
    ['garbage', 'Bearer garbage'],
    ['three parts of garbage', 'Bearer a.b.c'],
    ['another secret', sign({ id: 1 }, 'other')],
    ['another algorithm', sign({ id: 1 }, 'jwtsecret', 'HS512')],
    [
      'no signature',
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"id":1}').toString('base64url')}.`,
    ],
    ['an end in the past', sign({ id: 1, exp: 1_000_000_000 })],
    ['a refresh token', sign({ userId: '1', sessionId: 'x', type: 'refresh' })],
    ['a refresh token with an id', sign({ id: 1, type: 'refresh' })],
    ['no user', sign({ name: 'reader' })],
    ['a user that is no number', sign({ id: '1 or 1=1' })],
    ['a list', sign({ id: [1] })],
  ])('are not identified by %s', async (_, header) => {
    expect(await codeOf(start().identify(header))).toBe('CREDENTIALS_INVALID')
  })

  it('are identified only until their token expires, even if they are cached', async () => {
    const { identify, clock } = start()
    const header = sign({ id: 1, exp: FAR })
    expect((await identify(header)).kind).toBe('user')
    clock.now = FAR * 1_000
    expect(await codeOf(identify(header))).toBe('CREDENTIALS_INVALID')
  })

  it('are not identified without a secret', async () => {
    expect(await codeOf(start({ secrets: { jwtSecret: null } }).identify(user))).toBe('CREDENTIALS_INVALID')
  })

  it('must exist', async () => {
    expect(await codeOf(start().identify(sign({ id: 999 })))).toBe('USER_INVALID')
  })

  it('must not be blocked', async () => {
    const { identify } = start({ change: 'update up_users set blocked = 1' })
    expect(await codeOf(identify(user))).toBe('USER_INVALID')
  })

  const unconfirmed = 'update up_users set confirmed = 0;'
  const confirmationOn = `update strapi_core_store_settings set value = '{"email_confirmation":true}' where key = 'plugin_users-permissions_advanced';`

  it('need not be confirmed', async () => {
    expect((await start({ change: unconfirmed }).identify(user)).kind).toBe('user')
  })

  it('must be confirmed if the project requires it', async () => {
    expect(await codeOf(start({ change: unconfirmed + confirmationOn }).identify(user))).toBe('USER_INVALID')
    expect((await start({ change: confirmationOn }).identify(user)).kind).toBe('user')
  })

  it('with two roles may do what the first allows', async () => {
    const first = 'update up_users_role_lnk set role_id = 2;'
    const second = 'insert into up_users_role_lnk (user_id, role_id) values (1, 1);'
    const both = await start({ change: first + second }).identify(user)
    expect(both).toEqual(await start({ change: first }).identify(user))
    expect(both).not.toEqual(await start().identify(user))
  })

  it('without a role may do nothing', async () => {
    const { identify } = start({ change: 'delete from up_users_role_lnk' })
    expect(await identify(user)).toEqual({ kind: 'user', rights: { kind: 'listed', actions: new Set() }, userId: 1 })
  })
})

describe('a cached caller', () => {
  const everyone = [undefined, `Bearer ${KEYS['read-only']}`, sign({ id: 1 })]

  it.each(everyone)('needs no statement until something changes (%s)', async (header) => {
    const { identify, statements } = start()
    const first = await identify(header)
    const before = statements.length
    expect(await identify(header)).toEqual(first)
    expect(statements).toHaveLength(before)
  })

  it('is invalid when the database changes', async () => {
    const state = { revision: 1 }
    const { identify, writer } = start({ revision: () => state.revision })
    const user = sign({ id: 1 })
    expect((await identify(user)).kind).toBe('user')
    expect(may(await identify(undefined), FIND)).toBe(true)
    writer.exec(`update up_users set blocked = 1; delete from up_permissions where action = '${FIND}'`)
    state.revision = 2
    expect(await codeOf(identify(user))).toBe('USER_INVALID')
    expect(may(await identify(undefined), FIND)).toBe(false)
  })

  it('is not used if changes cannot be detected', async () => {
    const { identify, writer } = start({ revision: () => null })
    expect((await identify(`Bearer ${KEYS['read-only']}`)).kind).toBe('token')
    writer.exec('delete from strapi_api_tokens')
    expect(await codeOf(identify(`Bearer ${KEYS['read-only']}`))).toBe('CREDENTIALS_INVALID')
  })
})

describe('stored settings', () => {
  it('contain the default locale', async () => {
    const { stored, statements } = start()
    expect(await stored.defaultLocale()).toBe('en')
    expect(await stored.emailConfirmation()).toBe(false)
    const before = statements.length
    expect(await stored.defaultLocale()).toBe('en')
    expect(statements).toHaveLength(before)
  })

  const key = `'plugin_i18n_default_locale'`

  it('are read from the first of several rows', async () => {
    const change = `insert into strapi_core_store_settings (id, key, value) values (99999, ${key}, '"de"')`
    expect(await start({ change }).stored.defaultLocale()).toBe('en')
  })

  it.each([
    ['no row', `delete from strapi_core_store_settings where key = ${key}`],
    ['no value', `update strapi_core_store_settings set value = null where key = ${key}`],
    ['a damaged value', `update strapi_core_store_settings set value = 'en' where key = ${key}`],
    ['another type', `update strapi_core_store_settings set value = '7' where key = ${key}`],
    ['no table', 'drop table strapi_core_store_settings'],
  ])('contain no default locale with %s', async (_, change) => {
    const { stored } = start({ change })
    expect(await stored.defaultLocale()).toBeNull()
    expect(await stored.emailConfirmation()).toBe(false)
  })
})
