/** API tokens are long random keys. The database stores only a keyed hash of each. */

import { createHmac } from 'node:crypto'
import type { Rights } from '../access/caller.ts'
import { bind, join, literal, name, rowsOf, type Sql, sql } from '../sql/sql.ts'
import type { SqlValue } from '../sql/statement.ts'
import { type Reader, toMilliseconds } from './reader.ts'

export interface ApiToken {
  readonly rights: Rights
  /** Null in databases whose tokens have no name. */
  readonly name: string | null
  /** Milliseconds since 1970; null if it never expires. */
  readonly expires: number | null
}

export function hashToken(key: string, salt: string): string {
  return createHmac('sha512', salt).update(key).digest('hex')
}

/** `hashes`: the key of the request, hashed with the current salt and with each previous one. */
export async function findApiToken(reader: Reader, hashes: readonly string[]): Promise<ApiToken | null> {
  if (hashes.length === 0 || !reader.hasTables('strapi_api_tokens')) return null
  const [row] = await reader.rows(tokenByHash(hashes, reader))
  if (row === undefined) return null
  const [id, type, expires, isLimited, title] = row
  const rights = await rightsOf(reader, id as SqlValue, type)
  return { rights, expires: expiry(expires, isLimited), name: typeof title === 'string' ? title : null }
}

function tokenByHash(hashes: readonly string[], { dialect, hasColumn }: Reader): Sql {
  // Tokens of the kind `admin` are for Strapi's admin API. Older databases have no column for the kind.
  const kind: Sql = hasColumn('strapi_api_tokens', 'kind')
    ? sql` and ("kind" is null or "kind" = ${literal('content-api')})`
    : sql``
  const title = hasColumn('strapi_api_tokens', 'name') ? sql`, "name"` : sql``
  return sql`select "id", "type", ${endOf(dialect)}${title} from ${rowsOf('strapi_api_tokens')} as t where "access_key" in (${join(hashes.map(bind), ', ')})${kind} order by "id" limit 1`
}

async function rightsOf(reader: Reader, id: SqlValue, type: unknown): Promise<Rights> {
  if (type === 'full-access') return { kind: 'everything' }
  if (type === 'read-only') return { kind: 'reads' }
  return { kind: 'listed', actions: type === 'custom' ? await listedActions(reader, id) : new Set() }
}

async function listedActions(reader: Reader, token: SqlValue): Promise<ReadonlySet<string>> {
  if (!reader.hasTables('strapi_api_token_permissions', 'strapi_api_token_permissions_token_lnk')) return new Set()
  const rows = await reader.rows(
    sql`select p."action" from "strapi_api_token_permissions_token_lnk" l join "strapi_api_token_permissions" p on p."id" = l."api_token_permission_id" where l."api_token_id" = ${bind(token)}`,
  )
  return new Set(rows.map(([action]) => String(action)))
}

/** Two columns for `expiry`: the time, and whether there is one. */
export function endOf(dialect: Reader['dialect']): Sql {
  return sql`${dialect.shown(name('expires_at'), 'timestamp')}, case when "expires_at" is null then 0 else 1 end`
}

/**
 * Milliseconds since 1970; null if the token never expires. An unreadable time, also one that the database shows as
 * null, counts as expired: a damaged row must not make a token valid for longer.
 */
export function expiry(value: unknown, isLimited: unknown): number | null {
  if (Number(isLimited) !== 1) return null
  const milliseconds = toMilliseconds(value)
  return Number.isNaN(milliseconds) ? 0 : milliseconds
}
