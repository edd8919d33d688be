/** The keys of programs. The database holds a keyed hash of each. */

import { randomBytes } from 'node:crypto'
import { endOf, expiry, hashToken } from '../auth/api-token.ts'
import { type Reader, toMilliseconds } from '../auth/reader.ts'
import { refusal } from '../config/problem.ts'
import { bind, join, literal, name, rowsOf, type Sql, sql } from '../sql/sql.ts'
import { deleteRow, deleteWhere } from '../sql/write-rows.ts'
import { expandActions } from './actions.ts'
import { type ChangeContext, insertEntry, insertLink, needTables } from './change-context.ts'
import type { CreatedToken, NewToken, Token } from './people.ts'

const TABLE = 'strapi_api_tokens'
const PERMISSIONS = 'strapi_api_token_permissions'
const LINKS = 'strapi_api_token_permissions_token_lnk'

const KEY_BYTES = 128
const DAY = 24 * 60 * 60 * 1_000

export async function createToken(
  context: ChangeContext,
  token: NewToken,
  salt: string,
  known: readonly string[],
): Promise<CreatedToken> {
  needTables(context, TABLE, PERMISSIONS, LINKS)
  const actions = token.type === 'custom' ? expandActions(token.actions, known) : []
  await refuseTakenName(context, token.name)
  const key = randomBytes(KEY_BYTES).toString('hex')
  const lifespan = token.days === null ? null : token.days * DAY
  const expires = lifespan === null ? null : context.now + lifespan
  const id = await insertEntry(context, TABLE, {
    name: context.stored(token.name, 'text'),
    description: literal(''),
    kind: literal('content-api'),
    type: context.stored(token.type, 'text'),
    access_key: context.stored(hashToken(key, salt), 'text'),
    expires_at: context.stored(expires, 'timestamp'),
    lifespan: context.stored(lifespan, 'bigint'),
  })
  for (const action of actions) await allowToken(context, id, action)
  return { key, expires }
}

async function allowToken(context: ChangeContext, token: number, action: string): Promise<void> {
  const permission = await insertEntry(context, PERMISSIONS, { action: context.stored(action, 'text') })
  await insertLink(context, {
    table: LINKS,
    from: ['api_token_permission_id', permission],
    to: ['api_token_id', token],
    order: 'api_token_permission_ord',
  })
}

async function refuseTakenName(reader: Reader, wanted: string): Promise<void> {
  const taken = await reader.rows(sql`select 1 from "strapi_api_tokens" where "name" = ${bind(wanted)} limit 1`)
  if (taken.length === 0) return
  throw refusal(`The token "${wanted}" exists already; choose another name, or revoke that one first.`)
}

/** Content API tokens; the others are for the admin API. */
export async function listTokens(reader: Reader): Promise<readonly Token[]> {
  needTables(reader, TABLE)
  const kind: Sql = reader.hasColumn(TABLE, 'kind')
    ? sql` where "kind" is null or "kind" = ${literal('content-api')}`
    : sql``
  const lastUsed = reader.dialect.shown(name('last_used_at'), 'timestamp')
  const rows = await reader.rows(
    sql`select "id", "name", "type", ${endOf(reader.dialect)}, ${lastUsed} from ${rowsOf(TABLE)} as t${kind} order by "id"`,
  )
  return rows.map(([id, title, type, end, isLimited, used]) => ({
    id: Number(id),
    name: String(title),
    type: String(type),
    expires: expiry(end, isLimited),
    lastUsed: moment(used),
  }))
}

export async function revokeToken(context: ChangeContext, nameOrId: string): Promise<Token> {
  const tokens = await listTokens(context)
  const [found, another] = tokens.filter(({ id, name }) => name === nameOrId || String(id) === nameOrId)
  if (found === undefined) throw unknownToken(nameOrId, tokens)
  if (another !== undefined) {
    throw refusal(`Two tokens match "${nameOrId}": ${shown(found)} and ${shown(another)}; give the id or the name.`)
  }
  await deletePermissions(context, found.id)
  await context.rows(deleteRow(TABLE, found.id))
  return found
}

async function deletePermissions(context: ChangeContext, token: number): Promise<void> {
  if (!context.hasTables(PERMISSIONS, LINKS)) return
  const rows = await context.rows(
    sql`select "api_token_permission_id" from "strapi_api_token_permissions_token_lnk" where "api_token_id" = ${bind(token)}`,
  )
  const permissions = join(
    rows.map(([id]) => bind(Number(id))),
    ', ',
  )
  await context.rows(deleteWhere(LINKS, sql`"api_token_id" = ${bind(token)}`))
  if (rows.length > 0) await context.rows(deleteWhere(PERMISSIONS, sql`"id" in (${permissions})`))
}

function unknownToken(nameOrId: string, tokens: readonly Token[]): Error {
  const there = tokens.length === 0 ? 'There are none.' : `There are: ${tokens.map(shown).join(', ')}.`
  return refusal(`There is no token "${nameOrId}". ${there}`)
}

const shown = ({ id, name }: Token): string => `${name} (${id})`

function moment(value: unknown): number | null {
  return value === null || value === undefined ? null : toMilliseconds(value)
}
