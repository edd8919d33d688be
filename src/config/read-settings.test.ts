import { describe, expect, it } from 'vitest'
import { preflight } from '../http/cors.ts'
import { EXTENSION_NAMES, type Extension } from '../vocabulary/extensions.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type { ConfigName, ProjectConfig } from './project-config.ts'
import { readSettings, type SettingSources } from './read-settings.ts'

function settingsOf(config: Partial<Record<ConfigName, unknown>>, more: Partial<SettingSources> = {}) {
  const files: ProjectConfig = new Map(
    Object.entries(config).map(([name, value]) => [name as ConfigName, { file: `config/${name}.js`, value }]),
  )
  const database = { client: 'any', connection: 'any' }
  return readSettings({ config: files, environment: {}, overrides: {}, database, ...more })
}

const cors = (config: unknown) => settingsOf({ middlewares: ['strapi::errors', { name: 'strapi::cors', config }] })

const DEFAULTS = {
  problems: [],
  notices: [],
  settings: {
    rest: {
      prefix: '/api',
      defaultLimit: 25,
      maxLimit: 100,
      setsMaxLimit: false,
      withCount: true,
      countCap: 1_000,
      strictParams: false,
      cache: { answers: true, longest: 0, maxAge: 0, sharedMaxAge: 0, tags: false },
      compression: true,
      serverTiming: true,
      profile: 'contract',
      drafts: 'find',
      depthPlugin: null,
      extensions: { on: new Set(), hints: true },
      docs: true,
      explorer: true,
      metrics: false,
      requestTimeout: 10_000,
      unreadBytes: 256 * 1024 * 1024,
    },
    production: false,
    search: new Map(),
    populate: new Map(),
    plugins: [],
    strictDocuments: false,
    strictRelations: false,
    limits: DEFAULT_LIMITS,
    privateAttributes: [],
    customFields: new Map(),
    secrets: {
      apiTokenSalt: null,
      jwtSecret: null,
      jwtAlgorithm: 'HS256',
      jwtPrivateKey: null,
      jwtPublicKey: null,
      jwtIssuer: null,
      jwtAudience: null,
      previousSalts: [],
      previousJwtSecrets: [],
      metricsToken: null,
    },
    jwtLifetime: 2_592_000_000,
    upload: {
      publicFolder: './public',
      provider: 'local',
      sizeLimit: 209_715_200,
      pixelLimit: 25_000_000,
      breakpoints: new Map([
        ['small', 500],
        ['medium', 750],
        ['large', 1_000],
      ]),
      allowedTypes: null,
      deniedTypes: [],
    },
    cors: {
      origin: '*',
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
      headers: ['Content-Type', 'Authorization', 'Origin', 'Accept'],
      expose: [],
      credentials: false,
      maxAge: 31536000,
    },
    webhooks: { timeout: 10_000, attempts: 20, allowPrivate: false, defaultHeaders: {} },
    url: null,
    proxy: null,
    host: '127.0.0.1',
    port: 1337,
    database: {
      client: 'any',
      connection: 'any',
      pool: { min: 0, max: 10, queue: 1_000, acquireTimeout: 5_000 },
      statementTimeout: 15_000,
      timeZone: null,
      answerSize: 67_108_864,
      populatedRows: 100_000,
      replicas: [],
    },
  },
}

describe('readSettings', () => {
  it('fills in every default', () => {
    expect(settingsOf({})).toEqual(DEFAULTS)
  })

  it('takes what the project sets', () => {
    const { settings, problems } = settingsOf({
      api: {
        rest: {
          prefix: 'content/v1/',
          defaultLimit: 10,
          maxLimit: '50',
          withCount: false,
          strictParams: true,
          cache: false,
          profile: 'strapi',
          docs: false,
          limits: { sortKeys: 3 },
          customFields: { 'plugin::map.point': 'json' },
        },
        documents: { strictParams: true, strictRelations: true },
        responses: { privateAttributes: ['createdAt'] },
      },
      admin: { apiToken: { salt: 'salt' } },
      plugins: { 'users-permissions': { config: { jwtSecret: 'secret', jwt: { algorithm: 'HS512' } } } },
      server: { host: '0.0.0.0', port: 8000 },
    })
    expect(problems).toEqual([])
    expect(settings.rest).toEqual({
      ...DEFAULTS.settings.rest,
      prefix: '/content/v1',
      defaultLimit: 10,
      maxLimit: 50,
      setsMaxLimit: true,
      withCount: false,
      strictParams: true,
      cache: { ...DEFAULTS.settings.rest.cache, answers: false },
      profile: 'strapi',
      docs: false,
    })
    expect([settings.strictDocuments, settings.strictRelations]).toEqual([true, true])
    expect(settings.limits).toEqual({ ...DEFAULT_LIMITS, sortKeys: 3 })
    expect(settings.privateAttributes).toEqual(['createdAt'])
    expect(settings.customFields.get('plugin::map.point')).toBe('json')
    expect(settings.secrets).toMatchObject({ apiTokenSalt: 'salt', jwtSecret: 'secret', jwtAlgorithm: 'HS512' })
    expect([settings.host, settings.port]).toEqual(['0.0.0.0', 8000])
  })

  it('gives precedence to the command line', () => {
    const overrides = { host: '::1', port: 1, profile: 'strapi' } as const
    const { settings } = settingsOf(
      { server: { host: 'a', port: 2 }, api: { rest: { profile: 'contract' } } },
      { overrides },
    )
    expect([settings.host, settings.port, settings.rest.profile]).toEqual(['::1', 1, 'strapi'])
  })

  it('reports an unknown profile that a program passes', () => {
    const { problems } = settingsOf({}, { overrides: { profile: 'strapy' as 'strapi' } })
    expect(problems).toMatchObject([{ path: 'rest.profile', message: expect.stringContaining('not "strapy"') }])
  })

  it('serves the explorer, but in production only if configured', () => {
    const environment = { NODE_ENV: 'production' }
    expect(settingsOf({}, { environment }).settings).toMatchObject({ production: true, rest: { explorer: false } })
    const { settings } = settingsOf({ api: { rest: { explorer: true } } }, { environment })
    expect(settings.rest.explorer).toBe(true)
  })

  it('reads secrets from the environment if no file has them', () => {
    const environment = { API_TOKEN_SALT: 'a', JWT_SECRET: 'b' }
    expect(settingsOf({}, { environment }).settings.secrets).toMatchObject({ apiTokenSalt: 'a', jwtSecret: 'b' })
    const { settings } = settingsOf({ admin: { apiToken: { salt: 'file' } } }, { environment })
    expect(settings.secrets.apiTokenSalt).toBe('file')
  })

  it('reports every invalid setting, by file and path', () => {
    const { problems, notices } = settingsOf({
      api: {
        rest: {
          maxLimit: -5,
          withCount: 'yes',
          profile: 'v4',
          limits: { sortKey: 1, nesting: -1 },
          customFields: { a: 1 },
        },
        responses: { privateAttributes: 'password' },
      },
      server: { port: Number.NaN },
    })
    const places = problems.map(({ file, path }) => `${file} ${path}`)
    expect(places.sort()).toEqual([
      'config/api.js responses.privateAttributes',
      'config/api.js rest.customFields',
      'config/api.js rest.limits.nesting',
      'config/api.js rest.limits.sortKey',
      'config/api.js rest.maxLimit',
      'config/api.js rest.profile',
      'config/api.js rest.withCount',
    ])
    expect(notices).toMatchObject([{ about: 'config', file: 'config/server.js', path: 'port' }])
    expect(problems.find(({ path }) => path === 'rest.limits.sortKey')?.message).toContain('Did you mean "sortKeys"?')
  })
})

describe('webhooks', () => {
  it('reads the settings for sending webhooks', () => {
    const webhooks = { timeout: 600, attempts: 3, allowPrivate: ['10.0.0.0/8', '::1'], defaultHeaders: { 'X-A': 'b' } }
    expect(settingsOf({ server: { webhooks } }).settings.webhooks).toEqual({ ...webhooks, timeout: 60_000 })
    expect(settingsOf({ server: { webhooks: { allowPrivate: true } } }).settings.webhooks.allowPrivate).toBe(true)
  })

  it('allows no private address if the setting is invalid, and reports it', () => {
    for (const allowPrivate of [['localhost'], 'yes', ['10.0.0.0/40'], [1], {}]) {
      const { settings, notices } = settingsOf({ server: { webhooks: { allowPrivate } } })
      expect(settings.webhooks.allowPrivate).toEqual([])
      expect(notices).toMatchObject([{ path: 'webhooks.allowPrivate' }])
    }
    expect(settingsOf({ server: { webhooks: { defaultHeaders: { a: 1 } } } }).notices).toHaveLength(1)
  })
})

it('ignores a port no socket can have', () => {
  const { settings, notices } = settingsOf({ server: { port: 70_000 } })
  expect([settings.port, notices.length]).toEqual([1337, 1])
})

it('drafts are for callers who may find the type, or are granted them', () => {
  expect(settingsOf({ api: { rest: { drafts: 'granted' } } }).settings.rest.drafts).toBe('granted')
  const { problems } = settingsOf({ api: { rest: { drafts: 'grant' } } })
  expect(problems).toMatchObject([{ file: 'config/api.js', path: 'rest.drafts' }])
  expect(problems[0]?.message).toBe('This must be "find" or "granted", not "grant".')
})

describe('the description of the API', () => {
  it('describes the API to the public outside production, unless configured otherwise', () => {
    const docs = (environment: Record<string, string>, rest = {}) =>
      settingsOf({ api: { rest } }, { environment }).settings.rest.docs
    expect([docs({}), docs({ NODE_ENV: 'development' }), docs({ NODE_ENV: 'production' })]).toEqual([true, true, false])
    expect(docs({ NODE_ENV: 'production' }, { docs: true })).toBe(true)
  })

  it('takes the public URL, if it is an absolute one', () => {
    const url = (url: unknown) => settingsOf({ server: { url } }).settings.url
    expect([url('https://example.com/cms/'), url('/cms'), url('')]).toEqual(['https://example.com/cms', null, null])
  })
})

describe('sessions of users', () => {
  const noticesWith = (jwtManagement: string) =>
    settingsOf({ plugins: { 'users-permissions': { config: { jwtManagement } } } }).notices

  it('are reported, since Lectern has no sessions', () => {
    expect(noticesWith('refresh')).toMatchObject([
      { path: 'users-permissions.config.jwtManagement', message: expect.stringContaining('Strapi refuses that token') },
    ])
    expect(noticesWith('legacy-support')).toEqual([])
  })
})

describe('CORS', () => {
  it.each([
    ['*', '*'],
    [
      ['https://a.example', 'https://b.example'],
      ['https://a.example', 'https://b.example'],
    ],
    ['https://a.example, https://b.example', ['https://a.example', 'https://b.example']],
    [['https://a.example', '*'], '*'],
    [undefined, '*'],
  ])('origin %j is %j', (origin, expected) => {
    const { settings, problems } = cors({ origin })
    expect(problems).toEqual([])
    expect(settings.cors.origin).toEqual(expected)
  })

  it.each([
    ['https://a.example/', 'Write https://a.example.'],
    ['https://A.example:443', 'Write https://a.example.'],
    ['http://localhost:3000/blog', 'Write http://localhost:3000.'],
    ['localhost:3000', 'Write http://localhost:3000.'],
    ['a.example', 'Write https://a.example.'],
    ['https://*.a.example', 'List each as a whole, such as https://www.example.com.'],
    ['http://localhost:3000', undefined],
    ['capacitor://localhost', undefined],
    ['*', undefined],
    ['http://', 'List each as a whole, such as https://www.example.com.'],
  ])('advises on the origin %s: %s', (origin, advice) => {
    const { notices } = cors({ origin: [origin] })
    const expected = `No browser sends the origin ${JSON.stringify(origin)}. ${advice} It is ignored.`
    expect(notices.map(({ message }) => message)).toEqual(advice === undefined ? [] : [expected])
  })

  it.each<readonly [unknown, string]>([
    [undefined, 'undefined (is an environment variable not set?)'],
    [null, 'null (is an environment variable not set?)'],
    [/example/, 'a regular expression, which Strapi does not apply either'],
    [5, '5'],
  ])('allows the other origins of a list that contains %s', (item, kind) => {
    const { settings, problems, notices } = cors({ origin: [item, 'https://a.example'], headers: ['X-A', item] })
    expect(problems).toEqual([])
    expect(notices.map(({ path, message }) => [path, message])).toEqual([
      ['1.config.origin', `Item 1 of the list is ${kind}, where a text belongs. It is ignored.`],
      ['1.config.headers', `Item 2 of the list is ${kind}, where a text belongs. It is ignored.`],
    ])
    expect(settings.cors).toMatchObject({ origin: ['https://a.example'], headers: ['X-A'] })
  })

  it('allows no origin if the list has only unset variables', () => {
    expect(cors({ origin: [undefined] }).settings.cors.origin).toEqual([])
  })

  it('does not support an origin that is a function, and allows no origin instead', () => {
    const { settings, problems, notices } = cors({ origin: () => '*' })
    expect([problems.length, notices.length]).toEqual([0, 1])
    expect(notices[0]).toMatchObject({ file: 'config/middlewares.js', path: '1.config.origin' })
    expect(settings.cors.origin).toEqual([])
  })

  it('never combines any origin with credentials', () => {
    expect(cors({ origin: '*', credentials: true }).settings.cors.credentials).toBe(false)
    expect(cors({ origin: ['https://a.example'], credentials: true }).settings.cors.credentials).toBe(true)
    expect(cors({}).settings.cors.credentials).toBe(false)
  })

  it('lets listed origins send credentials, as in Strapi, unless told otherwise', () => {
    expect(cors({ origin: ['https://a.example'] }).settings.cors.credentials).toBe(true)
    expect(cors({ origin: ['https://a.example'], credentials: false }).settings.cors.credentials).toBe(false)
    expect(cors({ origin: ['https://a.example'], credentials: 'yes' }).settings.cors.credentials).toBe(false)
  })

  it('reads methods, headers, exposed headers and maximum age', () => {
    const { settings } = cors({ methods: 'GET,HEAD', headers: ['X-A'], expose: ['X-B'], maxAge: 0 })
    expect(settings.cors).toMatchObject({ methods: ['GET', 'HEAD'], headers: ['X-A'], expose: ['X-B'], maxAge: 0 })
  })

  it.each(['*', ['*']])('replaces headers and methods %j by lists, since browsers do not always accept *', (all) => {
    const { cors: settings } = cors({ origin: ['https://a.example'], headers: all, methods: all }).settings
    expect(settings.methods).toContain('DELETE')
    const asked = { origin: 'https://a.example', 'access-control-request-method': 'PUT' }
    const headers = { ...asked, 'access-control-request-headers': 'authorization,x-own' }
    const response = preflight(settings, { method: 'OPTIONS', url: '/api/articles', headers })
    expect(response?.headers).toMatchObject({ 'Access-Control-Allow-Headers': 'authorization,x-own' })
    expect(response?.headers['Access-Control-Allow-Methods']).toContain('PUT')
  })
})

describe('the list of middlewares', () => {
  it('does not limit bodies: `strapi::body` is often set for files of hundreds of megabytes', () => {
    const { settings } = settingsOf({ middlewares: [{ name: 'strapi::body', config: { jsonLimit: '256mb' } }] })
    expect(settings.limits.bodySize).toBe(DEFAULT_LIMITS.bodySize)
  })

  it.each([
    [{ cors: {} }, null, 'This must be a list of middlewares, not'],
    [['strapi::errors', 'strapi::cros'], '1', 'Did you mean "strapi::cors"?'],
    [[{ name: 'cors', config: {} }], '0', 'Did you mean "strapi::cors"?'],
  ])('a list of middlewares whose origins are not read is reported: %j', (middlewares, path, message) => {
    const { notices } = settingsOf({ middlewares })
    expect(notices).toEqual([
      expect.objectContaining({ file: 'config/middlewares.js', path, message: expect.stringContaining(message) }),
    ])
  })

  it.each([
    [{ config: { origins: ['https://a.example'] } }, '0.config.origins', 'Did you mean "origin"?'],
    [{ config: { allowedOrigins: ['https://a.example'] } }, '0.config.allowedOrigins', 'Did you mean "origin"?'],
    [{ origin: ['https://a.example'] }, '0.origin', 'Did you mean "config.origin"?'],
  ])('a misspelt or misplaced option of strapi::cors is reported: %j', (entry, path, message) => {
    const { notices } = settingsOf({ middlewares: [{ name: 'strapi::cors', ...entry }] })
    expect(notices).toEqual([expect.objectContaining({ path, message: expect.stringContaining(message) })])
  })

  it('says nothing of options that Lectern does not have, or that are there twice', () => {
    expect(cors({ origin: '*', origins: ['https://a.example'], keepHeadersOnError: true }).notices).toEqual([])
  })

  it.each([[[]], [{}], [['strapi::query', 'global::mine', { resolve: './x' }]], [['strapi::cors']]])(
    'says nothing of other lists: %j',
    (middlewares) => {
      expect(settingsOf({ middlewares }).notices).toEqual([])
    },
  )
})

describe('rest.extensions', () => {
  const extensionsOf = (value: unknown) => settingsOf({ api: { rest: { extensions: value } } })
  const on = (value: unknown) => [...extensionsOf(value).settings.rest.extensions.on]

  it('takes names, or true for all', () => {
    expect(on(['exclude', 'json'])).toEqual(['exclude', 'json'])
    expect(on(true)).toEqual(EXTENSION_NAMES)
    expect(on(false)).toEqual([])
  })

  it('is read in the same forms from a program that opens the project', () => {
    const config = { api: { rest: { extensions: ['json'] } } }
    const opened = (extensions: boolean | readonly Extension[]) => [
      ...settingsOf(config, { overrides: { extensions } }).settings.rest.extensions.on,
    ]
    expect([opened(true), opened(false), opened(['exclude'])]).toEqual([EXTENSION_NAMES, [], ['exclude']])
  })

  it('refuses other values, with a hint for misspelt names', () => {
    const messages = (value: unknown) => extensionsOf(value).problems.map(({ message }) => message)
    expect(messages(['excludes'])[0]).toMatch(/no extension "excludes". Did you mean "exclude"\? There are: exclude, /)
    expect(messages('all')).toEqual(['This must be a list of names, or true for all, not "all".'])
  })

  it('gives hints only outside production', () => {
    const hints = (NODE_ENV: string) => settingsOf({}, { environment: { NODE_ENV } }).settings.rest.extensions.hints
    expect([hints('production'), hints('development')]).toEqual([false, true])
  })
})
