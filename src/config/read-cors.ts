/** Reads CORS from the `strapi::cors` entry of `config/middlewares`. */

import { didYouMean } from '../errors/did-you-mean.ts'
import { type Extensions, hasQueryMethod } from '../vocabulary/extensions.ts'
import { isRecord } from './project-config.ts'
import { asPositiveInteger, type SettingReader, shown } from './setting-readers.ts'
import type { CorsSettings } from './settings.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const HEADERS = ['Content-Type', 'Authorization', 'Origin', 'Accept']

/**
 * The lists that replace `*`. Browsers take `*` literally for requests with credentials, and it never covers
 * `Authorization` (https://fetch.spec.whatwg.org/#cors-preflight-fetch). An empty list allows the headers that are
 * requested.
 */
const ANY: { readonly [Key in 'methods' | 'headers' | 'expose']?: readonly string[] } = {
  methods: METHODS,
  headers: [],
}

const A_YEAR_IN_SECONDS = 31_536_000

type Complain = (key: string, message: string) => void

/** Extensions add their own methods and headers. */
export function readCors(read: SettingReader, extensions: Extensions): CorsSettings {
  const middlewares = read.whole('middlewares') ?? []
  reportMisspeltCors(middlewares, read)
  const { index, entry, config } = corsEntry(middlewares)
  reportMisspeltOptions(entry, index, read)
  const complain: Complain = (key, message) => read.problem('middlewares', `${index}.config.${key}`, message)
  const origin = readOrigin(config.origin, complain)
  return {
    origin,
    methods: readList(config, 'methods', hasQueryMethod(extensions) ? [...METHODS, 'QUERY'] : METHODS, complain),
    headers: readList(
      config,
      'headers',
      extensions.on.has('watch') ? [...HEADERS, 'Last-Event-ID'] : HEADERS,
      complain,
    ),
    expose: readList(config, 'expose', [], complain),
    // Never "any origin" together with credentials: every site could read as the visitor. Listed origins get
    // credentials, as in Strapi, unless the entry sets `credentials: false`.
    credentials: (config.credentials ?? true) === true && origin !== '*',
    maxAge: readMaxAge(config.maxAge, complain),
  }
}

const CORS = 'strapi::cors'

/** Strapi's default middlewares, which are not misspellings of `strapi::cors`. */
const OTHERS = ['logger', 'errors', 'security', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public']

/** If the CORS entry is not recognized, all origins are allowed instead of those that it lists. */
function reportMisspeltCors(middlewares: unknown, read: SettingReader): void {
  if (!Array.isArray(middlewares)) {
    // An empty file.
    if (isRecord(middlewares) && Object.keys(middlewares).length === 0) return
    read.problem('middlewares', null, `This must be a list of middlewares, not ${shown(middlewares)}.`)
    return
  }
  const names = middlewares.map((entry: unknown) => (isRecord(entry) ? entry.name : entry))
  if (names.includes(CORS)) return
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string' || OTHERS.some((other) => name === `strapi::${other}`)) continue
    const meant = didYouMean(name, [CORS, 'cors'])
    if (meant === null && name !== 'cors') continue
    read.problem('middlewares', `${index}`, `Did you mean "${CORS}"?`)
  }
}

const OPTIONS = ['origin', 'methods', 'headers', 'expose', 'credentials', 'maxAge']

/** Names of the options in other programs. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['allowedOrigins', 'origin'],
  ['allowOrigins', 'origin'],
  ['allowedMethods', 'methods'],
  ['allowedHeaders', 'headers'],
  ['exposedHeaders', 'expose'],
])

/** `origins` would allow every origin; so would `origin` beside `name`. */
function reportMisspeltOptions(entry: unknown, index: number, read: SettingReader): void {
  if (!isRecord(entry)) return
  for (const key of Object.keys(entry).filter((name) => OPTIONS.includes(name))) {
    read.problem('middlewares', `${index}.${key}`, `Did you mean "config.${key}"?`)
  }
  if (!isRecord(entry.config)) return
  const { config } = entry
  const unset = OPTIONS.filter((name) => !Object.hasOwn(config, name))
  for (const key of Object.keys(config).filter((name) => !OPTIONS.includes(name))) {
    const meant = OTHER_NAMES.get(key) ?? didYouMean(key, unset)
    if (meant === null || !unset.includes(meant)) continue
    read.problem('middlewares', `${index}.config.${key}`, `There is no setting of this name. Did you mean "${meant}"?`)
  }
}

interface CorsEntry {
  readonly index: number
  readonly entry: unknown
  readonly config: Readonly<Record<string, unknown>>
}

function corsEntry(middlewares: unknown): CorsEntry {
  const list: readonly unknown[] = Array.isArray(middlewares) ? middlewares : []
  const index = list.findIndex((entry) => isRecord(entry) && entry.name === CORS)
  const entry = list[index]
  return { index, entry, config: isRecord(entry) && isRecord(entry.config) ? entry.config : {} }
}

function readOrigin(value: unknown, complain: Complain): '*' | readonly string[] {
  if (value === undefined || value === null) return '*'
  const list = asList(value, (message) => complain('origin', message))
  if (list !== undefined) {
    for (const written of list) complainOfUnsendable(written, complain)
    return list.includes('*') ? '*' : list
  }
  complain(
    'origin',
    typeof value === 'function'
      ? 'An origin that is a function is not supported: no origin is allowed. List the allowed ones instead.'
      : `This must be "*", a list of origins or a text with commas between them, not ${shown(value)}.`,
  )
  return []
}

/** Browsers send a scheme, a host, and a port unless it is the scheme's default. `https://a.example/` never matches. */
function complainOfUnsendable(written: string, complain: Complain): void {
  if (written === '*' || written === 'null') return
  const meant = originIn(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `${schemeFor(written)}://${written}`)
  if (meant === written && !written.includes('*')) return
  const isWhole = meant !== null && !meant.includes('*')
  const advice = isWhole ? `Write ${meant}.` : 'List each as a whole, such as https://www.example.com.'
  complain('origin', `No browser sends the origin ${shown(written)}. ${advice}`)
}

/** Development servers have no certificate. */
function schemeFor(host: string): 'http' | 'https' {
  return /^(localhost|127\.|\[::1\])/.test(host) ? 'http' : 'https'
}

/** Null if it is not an address. By the URL standard, app schemes such as `capacitor://localhost` have no origin. */
function originIn(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin, protocol, host } = new URL(address)
  return origin === 'null' ? `${protocol}//${host}` : origin
}

function readList(
  config: CorsEntry['config'],
  key: 'methods' | 'headers' | 'expose',
  fallback: readonly string[],
  complain: Complain,
): readonly string[] {
  const value = config[key]
  if (value === undefined || value === null) return fallback
  const list = asList(value, (message) => complain(key, message))
  if (list !== undefined) return list.includes('*') ? (ANY[key] ?? list) : list
  complain(key, `This must be a list of texts or a text with commas between them, not ${shown(value)}.`)
  return fallback
}

/** Keeps the texts and ignores other items, as Strapi does: one unset variable must not lock out every site. */
function asList(value: unknown, complain: (message: string) => void): readonly string[] | undefined {
  const list: unknown = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list)) return undefined
  for (const [index, item] of list.entries()) {
    if (typeof item !== 'string') complain(`Item ${index + 1} of the list is ${kindOf(item)}, where a text belongs.`)
  }
  const texts = list.filter((item) => typeof item === 'string')
  return texts.map((item) => item.trim()).filter((item) => item !== '')
}

function kindOf(item: unknown): string {
  if (item === undefined || item === null) return `${item} (is an environment variable not set?)`
  return item instanceof RegExp ? 'a regular expression, which Strapi does not apply either' : shown(item)
}

function readMaxAge(value: unknown, complain: Complain): number {
  if (value === undefined || value === null) return A_YEAR_IN_SECONDS
  const seconds = value === 0 ? 0 : asPositiveInteger(value)
  if (seconds !== undefined) return seconds
  complain('maxAge', `This must be a number of seconds, not ${shown(value)}.`)
  return A_YEAR_IN_SECONDS
}
