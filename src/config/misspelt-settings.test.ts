import { describe, expect, it } from 'vitest'
import type { ConfigName, ProjectConfig } from './project-config.ts'
import { readSettings } from './read-settings.ts'

function noticesOf(config: Partial<Record<ConfigName, unknown>>) {
  const files: ProjectConfig = new Map(
    Object.entries(config).map(([name, value]) => [name as ConfigName, { file: `config/${name}.js`, value }]),
  )
  const database = { client: 'any', connection: 'any' }
  return readSettings({ config: files, environment: {}, overrides: {}, database }).notices
}

describe('settings that are probably misspelt', () => {
  it.each<[ConfigName, unknown, string, string]>([
    ['api', { rest: { defualtLimit: 10 } }, 'rest.defualtLimit', 'defaultLimit'],
    ['api', { rest: { maxlimit: 10 } }, 'rest.maxlimit', 'maxLimit'],
    ['api', { rset: { maxLimit: 10 } }, 'rset', 'rest'],
    ['api', { defaultLimit: 10 }, 'defaultLimit', 'rest.defaultLimit'],
    ['server', { prot: 80 }, 'prot', 'port'],
    ['admin', { apiTokens: { salt: 's' } }, 'apiTokens', 'apiToken'],
    ['database', { conection: { client: 'any' } }, 'conection', 'connection'],
    ['database', { connection: { pol: { max: 5 } } }, 'connection.pol', 'pool'],
    ['database', { connection: { connection: { pasword: 'p' } } }, 'connection.connection.pasword', 'password'],
    ['plugins', { upload: { config: { sizeLimt: 5 } } }, 'upload.config.sizeLimt', 'sizeLimit'],
    // Settings at too high a level.
    [
      'plugins',
      { upload: { config: { allowedTypes: ['image/*'] } } },
      'upload.config.allowedTypes',
      'security.allowedTypes',
    ],
    ['plugins', { upload: { sizeLimit: 5 } }, 'upload.sizeLimit', 'config.sizeLimit'],
    ['plugins', { 'users-permissions': { jwtSecret: 's' } }, 'users-permissions.jwtSecret', 'config.jwtSecret'],
  ])('config/%s %j: %s', (name, value, path, meant) => {
    expect(noticesOf({ [name]: value })).toEqual([
      {
        file: `config/${name}.js`,
        path,
        about: 'misspelling',
        model: null,
        message: `There is no setting of this name. Did you mean "${meant}"? It is ignored.`,
      },
    ])
  })

  it('ignores keys next to the setting that they resemble', () => {
    expect(noticesOf({ server: { port: 80, ports: [80, 443] } })).toEqual([])
  })

  it('ignores settings that Strapi and plugins read', () => {
    expect(noticesOf(STRAPI)).toEqual([])
  })
})

const POOL = {
  min: 2,
  max: 10,
  acquireTimeoutMillis: 60_000,
  createTimeoutMillis: 30_000,
  destroyTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  reapIntervalMillis: 1_000,
  createRetryIntervalMillis: 200,
  propagateCreateError: false,
}

/** A typical configuration of a Strapi project, of which Lectern reads a part. */
const STRAPI: Partial<Record<ConfigName, unknown>> = {
  api: {
    rest: { defaultLimit: 25, maxLimit: 100, withCount: true },
    responses: { privateAttributes: ['secret'] },
    documents: { strictParams: true },
  },
  server: {
    host: '0.0.0.0',
    url: '/cms',
    app: { keys: ['a'] },
    proxy: { koa: true, global: 'http://proxy', fetch: 'http://proxy', http: 'http://proxy', https: 'http://proxy' },
    cron: { enabled: true, tasks: {} },
    dirs: { public: './public' },
    http: { serverOptions: { requestTimeout: 1 } },
    logger: { updates: { enabled: false }, startup: { enabled: false } },
    socket: '/run/site.sock',
    emitErrors: false,
    webhooks: { populateRelations: false },
    transfer: { remote: { enabled: true } },
    mcp: { enabled: true },
  },
  admin: {
    auth: { secret: 's', options: { expiresIn: '1d' }, events: {}, sessions: {}, domain: 'x', providers: [] },
    apiToken: { salt: 's', secrets: { encryptionKey: 'k' } },
    transfer: { token: { salt: 's' } },
    secrets: { encryptionKey: 'k' },
    flags: { nps: true, promoteEE: true },
    url: '/admin',
    host: 'localhost',
    port: 8000,
    path: '/admin',
    serveAdminPanel: true,
    autoOpen: false,
    watchIgnoreFiles: [],
    forgotPassword: {},
    rateLimit: {},
    auditLogs: { enabled: true },
    preview: { enabled: true, config: {} },
  },
  plugins: {
    'users-permissions': {
      config: {
        jwtSecret: 's',
        jwtManagement: 'legacy-support',
        sessions: { accessTokenLifespan: 1 },
        jwt: { expiresIn: '7d', subject: 's', notBefore: 0, keyid: 'k' },
        register: { allowedFields: ['name'] },
        ratelimit: { max: 5, interval: 60_000 },
        layout: {},
      },
    },
    upload: {
      config: {
        provider: 'local',
        providerOptions: { localServer: { maxage: 300_000 } },
        actionOptions: { upload: {}, uploadStream: {}, delete: {} },
        sizeLimit: 1_000_000,
        breakpoints: { large: 1000 },
        security: { allowedTypes: ['image/*'], deniedTypes: [] },
      },
    },
    uploads: { enabled: true },
    email: { config: { provider: 'sendmail', settings: {} } },
    graphql: { config: { endpoint: '/graphql', maxLimit: 100 } },
    i18n: true,
  },
  database: {
    connection: {
      client: 'any',
      connection: {
        connectionString: 'x',
        host: 'localhost',
        port: 5432,
        database: 'd',
        user: 'u',
        password: 'p',
        ssl: { rejectUnauthorized: false, ca: 'c' },
        schema: 'public',
        application_name: 'site',
        timezone: 'Z',
        charset: 'utf8mb4',
        keepAlive: true,
      },
      pool: POOL,
      debug: false,
      useNullAsDefault: true,
      acquireConnectionTimeout: 60_000,
      asyncStackTraces: false,
      searchPath: ['public'],
    },
    settings: { forceMigration: true, runMigrations: true, useTypescriptMigrations: true },
  },
  middlewares: ['strapi::errors', { name: 'strapi::cors', config: { origin: ['*'], maxAge: 60 } }],
}
