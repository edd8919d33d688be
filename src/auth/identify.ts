/** Credentials → Caller. In Strapi's order: API token, then user, then public. */

import type { Caller } from '../access/caller.ts'
import type { Moment } from '../cache/revisions.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { Settings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { Database } from '../execute/database.ts'
import { findUser, hasUsers, publicActions } from './accounts.ts'
import { findApiToken, hashToken } from './api-token.ts'
import { bearerOf } from './bearer.ts'
import { createVerifyJwt } from './jwt.ts'
import { type Columns, createReader, type ReaderDialect } from './reader.ts'
import type { StoredSettings } from './settings-store.ts'

export interface IdentifyOptions {
  readonly database: Pick<Database, 'run'>
  readonly dialect: ReaderDialect
  /** Columns of every table, as `database.inspect()` found them. */
  readonly columns: Columns
  readonly settings: Pick<Settings, 'secrets'>
  readonly stored: Pick<StoredSettings, 'emailConfirmation'>
  readonly now?: () => number
}

/** `at`: a cached caller is used if the account tables have not changed up to this moment. */
export type Identify = (authorization: string | undefined, at?: Moment | null) => Promise<Caller>

/** Tables that determine the caller. */
const ACCOUNT_TABLES = [
  'up_users',
  'up_users_role_lnk',
  'up_roles',
  'up_permissions',
  'up_permissions_role_lnk',
  'strapi_api_tokens',
  'strapi_api_token_permissions',
  'strapi_api_token_permissions_token_lnk',
  'strapi_core_store_settings',
]

/** The account tables that a database has. */
export function callerTables(columns: Columns): readonly string[] {
  return ACCOUNT_TABLES.filter((table) => columns.has(table))
}

/** A cached caller, whose expiry is checked on every request. */
interface Known {
  readonly caller: Caller
  readonly afterwards: ErrorCode
}

export function createIdentify(options: IdentifyOptions): Identify {
  const { database, settings, stored, now = Date.now } = options
  const reader = createReader(database, options.dialect, options.columns)
  const verifyJwt = createVerifyJwt(settings.secrets)
  const { apiTokenSalt, previousSalts } = settings.secrets
  const salts = [apiTokenSalt ?? '', ...previousSalts].filter((salt) => salt !== '')
  const tables = callerTables(options.columns)
  const publicCaller = createStampedCache<Caller>()
  const bearers = createStampedCache<Known>()

  async function asPublic(): Promise<Caller | null> {
    const actions = await publicActions(reader)
    return actions.size === 0 ? null : { kind: 'public', rights: { kind: 'listed', actions } }
  }

  async function asToken(bearer: string): Promise<Known | null> {
    const hashes = salts.map((salt) => hashToken(bearer, salt))
    const token = await findApiToken(reader, hashes)
    if (token === null) return null
    const named = token.name === null ? {} : { tokenName: token.name }
    const caller: Caller = { kind: 'token', rights: token.rights, ...named, ...expiring(token.expires) }
    return { caller, afterwards: 'TOKEN_EXPIRED' }
  }

  async function asUser(bearer: string, at: Moment | null): Promise<Known | null> {
    const claim = verifyJwt(bearer)
    if (claim === null || !hasUsers(reader)) return null
    const user = await findUser(reader, claim.userId)
    if (user === null || user.blocked) throw new ApiError('USER_INVALID')
    if (!user.confirmed && (await stored.emailConfirmation(at))) throw new ApiError('USER_INVALID')
    const rights = { kind: 'listed', actions: user.actions } as const
    const caller: Caller = { kind: 'user', rights, userId: claim.userId, ...expiring(claim.expires) }
    return { caller, afterwards: 'CREDENTIALS_INVALID' }
  }

  return async (authorization, at = null) => {
    const bearer = bearerOf(authorization)
    const stamp = at?.stampOf(tables) ?? null
    if (bearer === null) return (await publicCaller.get('', stamp, asPublic)) ?? refuse('CREDENTIALS_INVALID')
    const known = await bearers.get(bearer, stamp, async () => (await asToken(bearer)) ?? (await asUser(bearer, at)))
    if (known === null) return refuse('CREDENTIALS_INVALID')
    const { caller, afterwards } = known
    return caller.expires !== undefined && caller.expires <= now() ? refuse(afterwards) : caller
  }
}

function expiring(expires: number | null): Pick<Caller, 'expires'> {
  return expires === null ? {} : { expires }
}

function refuse(code: ErrorCode): never {
  throw new ApiError(code)
}
