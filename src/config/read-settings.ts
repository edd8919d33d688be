/** Configuration files, environment and command line → settings with all defaults. */

import type { Extension } from '../vocabulary/extensions.ts'
import { UNREAD_BYTES } from './limits.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import type { Notice } from './notice.ts'
import type { Overrides } from './overrides.ts'
import type { Problem } from './problem.ts'
import { type Environment, isRecord, type ProjectConfig } from './project-config.ts'
import { readCache } from './read-cache.ts'
import { readCors } from './read-cors.ts'
import { readDatabase } from './read-database.ts'
import { readDepthPlugin } from './read-depth-plugin.ts'
import { readExtensions } from './read-extensions.ts'
import { readLifetime } from './read-lifetime.ts'
import { readLimits } from './read-limits.ts'
import { readPopulate } from './read-populate.ts'
import { readProxy } from './read-proxy.ts'
import { readSearch } from './read-search.ts'
import { readUpload } from './read-upload.ts'
import { readWebhooks } from './read-webhooks.ts'
import { reportSessions } from './report-sessions.ts'
import { type SettingReader, settingReader, shown } from './setting-readers.ts'
import {
  type DatabaseTarget,
  type DraftRule,
  EVERYTHING,
  type Profile,
  type RestSettings,
  type Secrets,
  type Settings,
} from './settings.ts'
import { weakSecret } from './weak-secret.ts'

export interface SettingSources {
  readonly config: ProjectConfig
  readonly environment: Environment
  readonly overrides: Overrides
  readonly database: DatabaseTarget
  /** The names of the project's plugins. */
  readonly plugins?: readonly string[]
}

export function readSettings(sources: SettingSources): {
  readonly settings: Settings
  readonly problems: readonly Problem[]
  /** Settings that are ignored. */
  readonly notices: readonly Notice[]
} {
  const problems: Problem[] = []
  const notices: Notice[] = []
  const read = settingReader(sources.config, problems, notices)
  const limits = readLimits(read)
  const rest = readRest(read, sources)
  reportSessions(read)
  const settings: Settings = {
    rest,
    search: readSearch(read),
    populate: readPopulate(read),
    plugins: sources.plugins ?? [],
    production: sources.environment.NODE_ENV === 'production',
    strictDocuments: read.boolean('api', 'documents.strictParams', false),
    strictRelations: read.boolean('api', 'documents.strictRelations', false),
    limits,
    ...schemaSettings(read),
    secrets: readSecrets(read, sources.environment),
    jwtLifetime: readLifetime(read),
    upload: readUpload(read),
    cors: readCors(read, rest.extensions),
    webhooks: readWebhooks(read),
    url: readUrl(read),
    proxy: readProxy(read),
    host: sources.overrides.host ?? read.text('server', 'host', '127.0.0.1'),
    port: sources.overrides.port ?? readPort(read),
    database: {
      ...sources.database,
      ...readDatabase(read, sources.environment, sources.overrides),
      answerSize: limits.answerSize,
      populatedRows: limits.populatedRows,
    },
  }
  const misspelt = misspeltSettings(sources.config, read.readPaths())
  return { settings, problems, notices: [...notices, ...misspelt, ...weakSecret(settings)] }
}

type SchemaSettings = Pick<Settings, 'privateAttributes' | 'customFields'>

/** Only the settings that affect the schema and the generated types. */
export function readSchemaSettings(config: ProjectConfig): {
  readonly settings: SchemaSettings & { readonly extensions: readonly Extension[] }
  readonly problems: readonly Problem[]
} {
  const problems: Problem[] = []
  const read = settingReader(config, problems, [])
  return { settings: { ...schemaSettings(read), extensions: readExtensions(read) }, problems }
}

function schemaSettings(read: SettingReader): SchemaSettings {
  return {
    privateAttributes: read.names('api', 'responses.privateAttributes'),
    customFields: readCustomFields(read),
  }
}

function readRest(read: SettingReader, { overrides, environment, plugins = [] }: SettingSources): RestSettings {
  const prefix = normalPrefix(read.text('api', 'rest.prefix', '/api'))
  return {
    prefix,
    defaultLimit: read.positiveInteger('api', 'rest.defaultLimit', 25),
    maxLimit: readMaxLimit(read),
    setsMaxLimit: read.raw('api', 'rest.maxLimit') !== undefined,
    withCount: read.boolean('api', 'rest.withCount', true),
    countCap: read.positiveInteger('api', 'rest.countCap', 1_000),
    strictParams: read.boolean('api', 'rest.strictParams', false),
    requestTimeout: read.positiveInteger('api', 'rest.requestTimeout', 10_000),
    unreadBytes: read.positiveInteger('api', 'rest.unreadBytes', UNREAD_BYTES),
    cache: readCache(read),
    serverTiming: read.boolean('api', 'rest.serverTiming', true),
    compression: read.boolean('api', 'rest.compression', true),
    profile: readProfile(read, overrides.profile),
    drafts: readDraftRule(read),
    extensions: {
      on: new Set(readExtensions(read, overrides.extensions)),
      hints: environment.NODE_ENV !== 'production',
    },
    depthPlugin: readDepthPlugin(read, plugins, prefix),
    docs: read.boolean('api', 'rest.docs', environment.NODE_ENV !== 'production'),
    metrics: read.boolean('api', 'rest.metrics', false),
    explorer: read.boolean('api', 'rest.explorer', environment.NODE_ENV !== 'production'),
  }
}

/** -1 and 0 mean no maximum, as in Strapi. */
function readMaxLimit(read: SettingReader): number {
  const isNone = ['-1', '0'].includes(String(read.raw('api', 'rest.maxLimit')))
  return isNone ? EVERYTHING : read.positiveInteger('api', 'rest.maxLimit', 100)
}

/** `api/`, `/api` and `/api/` are the same prefix; `/` means no prefix. */
function normalPrefix(prefix: string): string {
  const parts = prefix.split('/').filter((part) => part !== '')
  return parts.map((part) => `/${part}`).join('')
}

/** `given`: takes precedence over the configuration. A JavaScript program may pass any value. */
function readProfile(read: SettingReader, given?: unknown): Profile {
  const profile = given ?? read.raw('api', 'rest.profile') ?? 'contract'
  if (profile === 'contract' || profile === 'strapi') return profile
  read.problem('api', 'rest.profile', `The profile must be "contract" or "strapi", not ${shown(profile)}.`)
  return 'contract'
}

/** An invalid rule prevents the start. Until then, the stricter one applies. */
function readDraftRule(read: SettingReader): DraftRule {
  const rule = read.raw('api', 'rest.drafts') ?? 'find'
  if (rule === 'find' || rule === 'granted') return rule
  read.problem('api', 'rest.drafts', `This must be "find" or "granted", not ${shown(rule)}.`)
  return 'granted'
}

function readCustomFields(read: SettingReader): ReadonlyMap<string, string> {
  const configured = read.raw('api', 'rest.customFields') ?? {}
  const entries = isRecord(configured) ? Object.entries(configured) : []
  const fields = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (!isRecord(configured) || fields.length < entries.length) {
    read.problem('api', 'rest.customFields', 'This must map names of custom fields to attribute types, both texts.')
  }
  return new Map(fields)
}

function readSecrets(read: SettingReader, environment: Environment): Secrets {
  const secret = (file: 'admin' | 'plugins', path: string, variable: string) =>
    read.text(file, path, null) || environment[variable] || null
  return {
    apiTokenSalt: secret('admin', 'apiToken.salt', 'API_TOKEN_SALT'),
    jwtSecret: secret('plugins', 'users-permissions.config.jwtSecret', 'JWT_SECRET'),
    ...readJwt(read),
    previousSalts: [...read.names('admin', 'apiToken.previousSalts'), ...listIn(environment.API_TOKEN_SALT_PREVIOUS)],
    previousJwtSecrets: [
      ...read.names('plugins', 'users-permissions.config.previousJwtSecrets'),
      ...listIn(environment.JWT_SECRET_PREVIOUS),
    ],
    metricsToken: environment.METRICS_TOKEN || null,
  }
}

function readJwt(read: SettingReader) {
  const audience = read.raw('plugins', 'users-permissions.config.jwt.audience')
  return {
    jwtAlgorithm: read.text('plugins', 'users-permissions.config.jwt.algorithm', 'HS256'),
    jwtPrivateKey: read.text('plugins', 'users-permissions.config.jwt.privateKey', null),
    jwtPublicKey: read.text('plugins', 'users-permissions.config.jwt.publicKey', null),
    jwtIssuer: read.text('plugins', 'users-permissions.config.jwt.issuer', null),
    jwtAudience: Array.isArray(audience)
      ? read.names('plugins', 'users-permissions.config.jwt.audience')
      : read.text('plugins', 'users-permissions.config.jwt.audience', null),
  }
}

/** Comma-separated. Empty parts are dropped, because an empty secret would accept any signature. */
function listIn(text = ''): readonly string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

/** A path such as `/cms` is only for the admin panel. */
function readUrl(read: SettingReader): string | null {
  const url = read.text('server', 'url', null)
  return url !== null && URL.canParse(url) ? url.replace(/\/+$/, '') : null
}

function readPort(read: SettingReader): number {
  const port = read.positiveInteger('server', 'port', 1337)
  if (port <= 65_535) return port
  read.problem('server', 'port', `A port is at most 65535, not ${port}.`)
  return 1337
}
