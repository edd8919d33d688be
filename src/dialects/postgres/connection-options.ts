/** The project's configuration, or a URL → the options of the driver. */

import type { ClientConfig } from 'pg'
import { isRecord } from '../../config/project-config.ts'

export interface ServerAddress {
  readonly options: ClientConfig
  /** The schema that unqualified names mean; null: what the server thinks. */
  readonly schema: string | null
  /** For people, without the password: `db.example.org:5432`. */
  readonly place: string
}

export function serverAddress(connection: string | Readonly<Record<string, unknown>>): ServerAddress {
  if (typeof connection === 'string') return fromUrl(connection, {})
  const url = text(connection.connectionString)
  if (url !== undefined) return fromUrl(url, connection)
  const [host, port] = [text(connection.host), number(connection.port)]
  const parts = {
    host,
    port,
    database: text(connection.database),
    user: text(connection.user) ?? text(connection.username),
    password: text(connection.password),
  }
  return {
    options: { ...withoutHoles(parts), ...sslOf(connection.ssl) },
    schema: text(connection.schema) ?? null,
    place: `${host ?? 'localhost'}:${port ?? 5432}`,
  }
}

/** A URL may name its schema: `postgres://host/database?schema=content`. */
function fromUrl(url: string, connection: Readonly<Record<string, unknown>>): ServerAddress {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const named = parsed?.searchParams.get('schema') ?? undefined
  return {
    options: { connectionString: url, ...sslOf(connection.ssl) },
    schema: text(named) ?? text(connection.schema) ?? null,
    place: parsed === null ? 'its URL' : `${parsed.hostname || 'localhost'}:${parsed.port || 5432}`,
  }
}

/** Certificates and keys are texts; those that are not set arrive as undefined or empty. */
function sslOf(ssl: unknown): Pick<ClientConfig, 'ssl'> {
  if (ssl === true) return { ssl: true }
  if (!isRecord(ssl)) return {}
  const { key, cert, ca, cipher, rejectUnauthorized } = ssl
  const texts = { key: text(key), cert: text(cert), ca: text(ca), ciphers: text(cipher) }
  return { ssl: { ...withoutHoles(texts), rejectUnauthorized: rejectUnauthorized !== false } }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function number(value: unknown): number | undefined {
  const port = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof port === 'number' ? port : undefined
}

type WithoutHoles<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutHoles<T extends Record<string, unknown>>(record: T): WithoutHoles<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as WithoutHoles<T>
}
