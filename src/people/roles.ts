/** Roles and what they allow: one row for each action and role. */

import type { Reader } from '../auth/reader.ts'
import { refusal } from '../config/problem.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { locked } from '../sql/locked.ts'
import { bind, join, sql } from '../sql/sql.ts'
import { deleteWhere } from '../sql/write-rows.ts'
import { expandActions } from './actions.ts'
import { type ChangeContext, insertEntry, insertLink, needTables } from './change-context.ts'
import type { ListedRole, RoleChange } from './people.ts'

export interface RoleRow {
  readonly id: number
  readonly name: string
  readonly type: string
}

/** `known`: actions that have an effect. Strapi has more, such as registration, and roles keep those. */
export async function listRoles(reader: Reader, known: readonly string[]): Promise<readonly ListedRole[]> {
  needTables(reader, 'up_roles', 'up_permissions', 'up_permissions_role_lnk', 'up_users_role_lnk')
  const roles = await allRoles(reader)
  const users = await reader.rows(sql`select "role_id", count(*) from "up_users_role_lnk" group by "role_id"`)
  const counts = new Map(users.map(([role, count]) => [Number(role), Number(count)]))
  const held = await permissions(reader)
  return roles.map(({ id, name, type }) => {
    const actions = [...new Set(held.filter(({ role }) => role === id).map(({ action }) => action))].sort()
    const withoutEffect = actions.filter((action) => !known.includes(action))
    return { name, type, users: counts.get(id) ?? 0, actions, withoutEffect }
  })
}

/** Locks the roles until the transaction ends. */
export async function lockRoles(context: ChangeContext): Promise<readonly RoleRow[]> {
  needTables(context, 'up_roles')
  await context.rows(locked(ROLES, context))
  // Read after the lock, to include roles that were added in the meantime.
  return allRoles(context)
}

/** By type or name. */
export async function findRole(context: ChangeContext, wanted: string): Promise<RoleRow> {
  const roles = await lockRoles(context)
  const lower = wanted.toLowerCase()
  const found = roles.find(({ type }) => type === wanted) ?? roles.find(({ name }) => name.toLowerCase() === lower)
  if (found !== undefined) return found
  const types = roles.map(({ type }) => type)
  const near = didYouMean(wanted, types)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  throw refusal(`There is no role "${wanted}".${hint} There are: ${types.join(', ')}.`)
}

export async function allowActions(
  context: ChangeContext,
  wanted: string,
  words: readonly string[],
  known: readonly string[],
): Promise<RoleChange> {
  const { role, held, actions } = await findRoleAndActions(context, wanted, words, known)
  const missing = actions.filter((action) => held.every((permission) => permission.action !== action))
  for (const action of missing) {
    const id = await insertEntry(context, 'up_permissions', { action: context.stored(action, 'text') })
    const [from, to] = [['permission_id', id] as const, ['role_id', role.id] as const]
    await insertLink(context, { table: 'up_permissions_role_lnk', from, to, order: 'permission_ord' })
  }
  return changeOf(role, actions, missing)
}

export async function denyActions(
  context: ChangeContext,
  wanted: string,
  words: readonly string[],
  known: readonly string[],
): Promise<RoleChange> {
  const { role, held, actions } = await findRoleAndActions(context, wanted, words, known)
  const gone = held.filter(({ action }) => actions.includes(action))
  if (gone.length > 0) await deletePermissions(context, role, gone)
  return changeOf(role, actions, [...new Set(gone.map(({ action }) => action))])
}

async function deletePermissions(context: ChangeContext, role: RoleRow, gone: readonly Permission[]): Promise<void> {
  const ids = join(
    gone.map(({ id }) => bind(id)),
    ', ',
  )
  const links = sql`"role_id" = ${bind(role.id)} and "permission_id" in (${ids})`
  await context.rows(deleteWhere('up_permissions_role_lnk', links))
  // Imports can leave a permission that several roles share.
  const shared = sql`select "permission_id" from "up_permissions_role_lnk" where "permission_id" is not null`
  await context.rows(deleteWhere('up_permissions', sql`"id" in (${ids}) and "id" not in (${shared})`))
}

interface RoleAndActions {
  readonly role: RoleRow
  /** The role's current permissions. */
  readonly held: readonly Permission[]
  readonly actions: readonly string[]
}

/** Actions that the database allows exist, even if no route here uses them. */
async function findRoleAndActions(
  context: ChangeContext,
  wanted: string,
  words: readonly string[],
  known: readonly string[],
): Promise<RoleAndActions> {
  needTables(context, 'up_permissions', 'up_permissions_role_lnk')
  const role = await findRole(context, wanted)
  const all = await permissions(context)
  const stored = all.map(({ action }) => action).filter((action) => !known.includes(action))
  const actions = expandActions(words, [...known, ...new Set(stored)])
  return { role, held: all.filter((permission) => permission.role === role.id), actions }
}

function changeOf({ name }: RoleRow, actions: readonly string[], changed: readonly string[]): RoleChange {
  return { role: name, changed, unchanged: actions.filter((action) => !changed.includes(action)) }
}

const ROLES = sql`select "id", "name", "type" from "up_roles" order by "id"`

async function allRoles(reader: Reader): Promise<readonly RoleRow[]> {
  const rows = await reader.rows(ROLES)
  return rows.map(([id, name, type]) => ({ id: Number(id), name: String(name), type: String(type) }))
}

interface Permission {
  readonly id: number
  readonly action: string
  readonly role: number
}

async function permissions(reader: Reader): Promise<readonly Permission[]> {
  const rows = await reader.rows(
    sql`select p."id", p."action", l."role_id" from "up_permissions" p join "up_permissions_role_lnk" l on l."permission_id" = p."id" where p."action" is not null order by p."id"`,
  )
  return rows.map(([id, action, role]) => ({ id: Number(id), action: String(action), role: Number(role) }))
}
