/**
 * The options of the command line. Each can also be set by an environment variable; the command line takes precedence.
 */

import type { Profile } from '../config/settings.ts'
import type { ServeOptions } from './context.ts'
import { UsageError } from './usage-error.ts'

export interface OptionSpec {
  /** Null for a flag, which takes no value. */
  readonly value: string | null
  /** Whether the option may be repeated; its values are joined by commas. */
  readonly list?: true
  readonly env: string
  readonly meaning: string
  readonly fallback: string
  /** By command name: its meaning for commands where that differs. */
  readonly of?: Readonly<Record<string, Pick<OptionSpec, 'meaning' | 'fallback'>>>
}

export const OPTIONS = {
  project: {
    value: 'DIR',
    env: 'LECTERN_PROJECT',
    meaning: 'folder with src/, config/ and .env',
    fallback: 'the current folder',
  },
  database: {
    value: 'FILE_OR_URL',
    env: 'LECTERN_DATABASE',
    meaning: 'database to use, instead of the one in config/database',
    fallback: "the project's own",
  },
  replica: {
    value: 'URL',
    list: true,
    env: 'LECTERN_REPLICAS',
    meaning: 'replica of a PostgreSQL server to read from; repeat the option, or separate several with commas',
    fallback: 'config/database, or none',
  },
  port: { value: 'PORT', env: 'LECTERN_PORT', meaning: 'port to listen on', fallback: 'config/server, or 1337' },
  host: {
    value: 'HOST',
    env: 'LECTERN_HOST',
    meaning: 'address to listen on',
    fallback: 'config/server, or 127.0.0.1',
  },
  workers: {
    value: 'N',
    env: 'LECTERN_WORKERS',
    meaning: 'number of processes that share the port',
    fallback: 'one for each core',
  },
  profile: {
    value: 'PROFILE',
    env: 'LECTERN_PROFILE',
    meaning: '"contract" for what docs/queries.md says, or "strapi" to answer as Strapi does where the two differ',
    fallback: 'config/api, or contract',
  },
  'dry-run': {
    value: null,
    env: 'LECTERN_DRY_RUN',
    meaning: 'say what would be done, and change nothing',
    fallback: 'no',
  },
  sql: {
    value: null,
    env: 'LECTERN_SQL',
    meaning: 'print all of it as SQL, and change nothing: for sqlite3 -bail or psql',
    fallback: 'no',
  },
  'allow-data-loss': {
    value: null,
    env: 'LECTERN_ALLOW_DATA_LOSS',
    meaning:
      'also do what loses data: drop columns and tables that the content types no longer have, delete the entries of a locale',
    fallback: 'no',
  },
  adopt: {
    value: null,
    env: 'LECTERN_ADOPT',
    meaning: 'add what makes reads fast to a database that Strapi made: row counts, change tracking, indexes',
    fallback: 'no',
  },
  recount: {
    value: null,
    env: 'LECTERN_RECOUNT',
    meaning: 'recompute the row counts that the database stores, and invalidate caches',
    fallback: 'no',
  },
  empty: {
    value: null,
    env: 'LECTERN_NEW_EMPTY',
    meaning: 'a new project without a database and entries',
    fallback: 'no',
  },
  'password-stdin': {
    value: null,
    env: 'LECTERN_USER_PASSWORD_STDIN',
    meaning: 'read the password from standard input, up to the end of the line',
    fallback: 'no',
  },
  to: { value: 'ROLE', env: 'LECTERN_ROLE_TO', meaning: 'role that users of a deleted one get', fallback: 'none' },
  description: {
    value: 'TEXT',
    env: 'LECTERN_ROLE_DESCRIPTION',
    meaning: 'what the new role is for',
    fallback: 'none',
  },
  email: { value: 'ADDRESS', env: 'LECTERN_USER_EMAIL', meaning: 'e-mail address of the new user', fallback: 'none' },
  username: { value: 'NAME', env: 'LECTERN_USER_NAME', meaning: 'name of the new user', fallback: 'the address' },
  role: { value: 'ROLE', env: 'LECTERN_USER_ROLE', meaning: 'role of the new user', fallback: 'authenticated' },
  password: {
    value: 'PASSWORD',
    env: 'LECTERN_USER_PASSWORD',
    meaning: 'password of the user; visible in the process list, so prefer the prompt',
    fallback: 'prompted for at a terminal, otherwise generated and printed once',
  },
  type: {
    value: 'TYPE',
    env: 'LECTERN_TOKEN_TYPE',
    meaning: 'what the token allows: "read-only", "full-access", or "custom" for what --action names',
    fallback: 'read-only, or custom with --action',
  },
  action: {
    value: 'ACTION',
    list: true,
    env: 'LECTERN_TOKEN_ACTIONS',
    meaning:
      'what a custom token allows, such as api::article.article.find; repeat the option, or separate several with commas',
    fallback: 'none',
  },
  days: { value: 'DAYS', env: 'LECTERN_TOKEN_DAYS', meaning: 'days until the token expires', fallback: 'never' },
  key: {
    value: 'KEY',
    env: 'LECTERN_KEY',
    meaning: 'encryption key of an archive',
    fallback: 'none',
  },
  replace: {
    value: null,
    env: 'LECTERN_REPLACE',
    meaning: 'delete all content of the database first',
    fallback: 'no',
  },
  'ignore-missing': {
    value: null,
    env: 'LECTERN_IGNORE_MISSING',
    meaning:
      'leave out what the project has no type or attribute for, and values that are not of the type that their attribute has now',
    fallback: 'no',
  },
  out: { value: 'FILE', env: 'LECTERN_PULL_OUT', meaning: 'file to write', fallback: 'none; required' },
  changes: {
    value: null,
    env: 'LECTERN_PULL_CHANGES',
    meaning:
      'ask for what is newer than the file, and merge it by documentId and locale; without a file, for everything',
    fallback: 'no',
  },
  name: {
    value: 'NAME',
    env: 'LECTERN_NAME',
    meaning: 'what the new locale or webhook is called',
    fallback: 'made from its code or URL',
    of: {
      locale: {
        meaning: 'what the new locale is called; needed for languages that are not known',
        fallback: 'the name of the language and region in English',
      },
      webhook: { meaning: 'what the new webhook is called', fallback: 'the host of the URL' },
    },
  },
  event: {
    value: 'EVENT',
    list: true,
    env: 'LECTERN_WEBHOOK_EVENTS',
    meaning: 'event to send, such as entry.publish; repeat the option, or separate several with commas',
    fallback: 'everything',
  },
  'with-header': {
    value: '"NAME: VALUE"',
    list: true,
    env: 'LECTERN_WEBHOOK_HEADERS',
    meaning: 'sent with every request of the webhook; the command line is visible to others, the variable is not',
    fallback: 'none',
  },
  preset: {
    value: 'PRESET',
    env: 'LECTERN_WEBHOOK_PRESET',
    meaning: '"cache-tags" sends the cache tags that changed, for a CDN to purge, instead of events',
    fallback: 'none',
  },
  json: { value: null, env: 'LECTERN_JSON', meaning: 'print the result as JSON, for scripts', fallback: 'no' },
  yes: {
    value: null,
    env: 'LECTERN_YES',
    meaning: 'change a database that Strapi made',
    fallback: 'no',
  },
  with: {
    value: 'http://localhost:1337',
    env: 'LECTERN_COMPARE_WITH',
    meaning: 'where Strapi runs',
    fallback: 'none; required',
  },
  lectern: {
    value: 'http://localhost:1338',
    env: 'LECTERN_COMPARE_LECTERN',
    meaning: 'a running Lectern to compare; content types are still read from --project',
    fallback: 'the project is served for the comparison',
  },
  requests: {
    value: 'FILE',
    env: 'LECTERN_COMPARE_REQUESTS',
    meaning: 'requests to send: one URL a line, or the access log of nginx, Apache or Strapi; "-" reads standard input',
    fallback: 'generated from the content types',
  },
  seed: {
    value: 'N',
    env: 'LECTERN_COMPARE_SEED',
    meaning: 'seed for generated requests: the same seed gives the same requests',
    fallback: '1',
  },
  limit: { value: 'N', env: 'LECTERN_COMPARE_LIMIT', meaning: 'requests at most', fallback: '400' },
  report: {
    value: 'FILE',
    env: 'LECTERN_COMPARE_REPORT',
    meaning: 'also write the result as a self-contained HTML page',
    fallback: 'none',
  },
  header: {
    value: '"NAME: VALUE"',
    list: true,
    env: 'LECTERN_COMPARE_HEADERS',
    meaning: 'sent to both servers with every request; repeat the option, or separate several with commas',
    fallback: 'none',
  },
  rate: {
    value: 'N',
    env: 'LECTERN_COMPARE_RATE',
    meaning: 'requests per second at most: Strapi may have others to serve',
    fallback: '50',
  },
  concurrency: {
    value: 'N',
    env: 'LECTERN_COMPARE_CONCURRENCY',
    meaning: 'concurrent requests; with more than one, timings say less',
    fallback: '1',
  },
  'time-limit': {
    value: 'SECONDS',
    env: 'LECTERN_COMPARE_TIME_LIMIT',
    meaning: 'stop sending requests after this time, and report what is known',
    fallback: '600',
  },
  timeout: {
    value: 'SECONDS',
    env: 'LECTERN_COMPARE_TIMEOUT',
    meaning: 'longest wait for one response',
    fallback: '30',
  },
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof OPTIONS

export type GivenOptions = Readonly<Partial<Record<OptionName, string>>>

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name)
}

/** Options and environment → what to open. An empty value counts as none. */
export function readOptions(given: GivenOptions, env: NodeJS.ProcessEnv): ServeOptions {
  const read = (name: OptionName): Source | null => {
    const onLine = given[name]
    if (onLine !== undefined) return { text: onLine, from: `--${name}` }
    const variable = OPTIONS[name].env
    const inEnv = env[variable]
    return inEnv === undefined || inEnv === '' ? null : { text: inEnv, from: variable }
  }
  const flag = (name: OptionName): boolean => {
    const source = read(name)
    return source !== null && toFlag(source)
  }
  const [database, host, port, profile] = [read('database'), read('host'), read('port'), read('profile')]
  const [replicas, workers] = [read('replica'), read('workers')]
  return {
    project: read('project')?.text ?? '.',
    env,
    ...(database === null ? {} : { database: database.text }),
    ...(replicas === null ? {} : { replicas: toList(replicas) }),
    ...(host === null ? {} : { host: host.text }),
    ...(port === null ? {} : { port: toPort(port) }),
    ...(workers === null ? {} : { workers: toWorkers(workers) }),
    ...(profile === null ? {} : { profile: toProfile(profile) }),
    ...(flag('dry-run') ? { dryRun: true } : {}),
    ...(flag('allow-data-loss') ? { allowDataLoss: true } : {}),
    ...(flag('adopt') ? { adopt: true } : {}),
    ...(flag('recount') ? { recount: true } : {}),
  }
}

interface Source {
  readonly text: string
  readonly from: string
}

function toList({ text }: Source): readonly string[] {
  const items = text.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '')
}

function toPort({ text, from }: Source): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`${from} must be a port from 0 to 65535, not "${text}".`)
  return port
}

/** More processes than this do not help. */
const MOST_WORKERS = 256

function toWorkers({ text, from }: Source): number {
  const workers = Number(text)
  if (/^\d+$/.test(text) && workers > 0 && workers <= MOST_WORKERS) return workers
  throw new UsageError(`${from} must be a number of processes from 1 to ${MOST_WORKERS}, not "${text}".`)
}

function toFlag({ text, from }: Source): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new UsageError(`${from} must be "true" or "false", not "${text}".`)
}

function toProfile({ text, from }: Source): Profile {
  if (text === 'contract' || text === 'strapi') return text
  throw new UsageError(`${from} must be "contract" or "strapi", not "${text}".`)
}
