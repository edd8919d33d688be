/** The project's configuration or a URL → the driver's options. */

import type { ClientConfig } from 'pg'
import { isRecord } from '../../config/project-config.ts'
import { type Host, hostsInParts, hostsInUrl, placeOf } from './server-hosts.ts'

export interface ServerAddress {
  readonly options: ClientConfig
  /** The schema of unqualified names; null for the server's default. */
  readonly schema: string | null
  /** Names the server in messages, without the password: `db.example.org:5432`. */
  readonly place: string
  /** Set if neither a host nor a URL is given: then the driver uses its environment variables, or localhost. */
  readonly isDefault?: true
  /** All servers, if there are several to choose from. `options` are those of the first. */
  readonly candidates?: readonly Host[]
}

export function serverAddress(connection: string | Readonly<Record<string, unknown>>): ServerAddress {
  if (typeof connection === 'string') return fromUrl(connection, {})
  const url = text(connection.connectionString)
  if (url !== undefined) return fromUrl(url, connection)
  const candidates = hostsInParts(text(connection.host) ?? 'localhost', connection.port, connection[TARGET])
  const [host, port] =
    candidates === undefined
      ? [text(connection.host), number(connection.port)]
      : [candidates[0]?.host, candidates[0]?.port]
  const parts = {
    host,
    port,
    database: text(connection.database),
    user: text(connection.user) ?? text(connection.username),
    password: text(connection.password),
  }
  return {
    options: { ...withoutUndefined(parts), ...sslOf(connection.ssl) },
    schema: text(connection.schema) ?? null,
    ...placed(candidates, `${host ?? 'localhost'}:${port ?? 5432}`),
    ...(host === undefined ? { isDefault: true as const } : {}),
  }
}

const TARGET = 'target_session_attrs'

function placed(
  candidates: readonly Host[] | undefined,
  alone: string,
): Pick<ServerAddress, 'place'> & Partial<ServerAddress> {
  return candidates === undefined ? { place: alone } : { place: candidates.map(placeOf).join(', '), candidates }
}

/** A URL may name its schema: `postgres://host/database?schema=content`. */
function fromUrl(given: string, connection: Readonly<Record<string, unknown>>): ServerAddress {
  const { url, candidates } = hostsInUrl(given)
  const parsed = URL.canParse(url) ? new URL(url) : null
  const named = parsed?.searchParams.get('schema') ?? undefined
  return {
    options: { connectionString: withPlainSslMode(url), ...sslOf(connection.ssl) },
    schema: text(named) ?? text(connection.schema) ?? null,
    ...placed(candidates, parsed === null ? 'its URL' : placeIn(parsed)),
  }
}

/** The folder of a Unix socket is a parameter, `?host=/run/postgresql`, or encoded in place of the host. */
function placeIn({ hostname, port, searchParams }: URL): string {
  const host = searchParams.get('host') || hostname.replaceAll(/%2f/gi, '/') || 'localhost'
  return `${host}:${searchParams.get('port') || port || 5432}`
}

/**
 * The driver checks the certificate in each of these modes. For those that are weaker elsewhere, it prints a warning of
 * ten lines. Naming the strict mode avoids it; `uselibpqcompat` asks for the weaker meaning.
 */
function withPlainSslMode(url: string): string {
  const [address = '', query] = url.split(/\?(.*)/s)
  if (query === undefined || /(?:^|&)uselibpqcompat=/.test(query)) return url
  return `${address}?${query.replace(/(^|&)sslmode=(?:prefer|require|verify-ca)(?=&|$)/g, '$1sslmode=verify-full')}`
}

/** Certificates and keys are texts; an unset one is undefined or empty. */
function sslOf(ssl: unknown): Pick<ClientConfig, 'ssl'> {
  if (ssl === true) return { ssl: true }
  if (!isRecord(ssl)) return {}
  const { key, cert, ca, cipher, rejectUnauthorized } = ssl
  const texts = { key: text(key), cert: text(cert), ca: text(ca), ciphers: text(cipher) }
  return { ssl: { ...withoutUndefined(texts), rejectUnauthorized: rejectUnauthorized !== false } }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function number(value: unknown): number | undefined {
  const port = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof port === 'number' ? port : undefined
}

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends Record<string, unknown>>(record: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>
}
