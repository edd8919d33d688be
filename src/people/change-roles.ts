/** Creates and deletes roles. */

import { refusal } from '../config/problem.ts'
import { SLUG_OPTIONS } from '../schema/scalar-rules.ts'
import { bind, sql } from '../sql/sql.ts'
import { assign, deleteRow, deleteWhere, updateWhere } from '../sql/write-rows.ts'
import { slugify } from '../validate/slugify.ts'
import { type ChangeContext, insertEntry, needTables } from './change-context.ts'
import type { DeletedRole, Role } from './people.ts'
import { findRole, lockRoles, type RoleRow } from './roles.ts'

const LONGEST = 255

export async function createRole(context: ChangeContext, wanted: string, description: string): Promise<Role> {
  const name = wanted.trim()
  const type = slugify(name, { ...SLUG_OPTIONS, separator: '_' })
  if (type === '' || name.length > LONGEST || /\p{Cc}/u.test(name)) {
    throw refusal(
      `The name of a role has 1 to ${LONGEST} characters, with at least one letter or digit; "${wanted}" does not fit.`,
    )
  }
  const taken = (await lockRoles(context)).find(
    (role) => role.type === type || role.name.toLowerCase() === name.toLowerCase(),
  )
  if (taken !== undefined) throw refusal(`The role ${taken.type} (${taken.name}) exists already.`)
  const columns = { name, description, type }
  const stored = Object.entries(columns).map(([column, text]) => [column, context.stored(text, 'text')] as const)
  await insertEntry(context, 'up_roles', Object.fromEntries(stored))
  return { name, type, users: 0, actions: [] }
}

/** Requests without credentials have the first role; new users get the second. */
const NEEDED_ROLES: readonly string[] = ['public', 'authenticated']

export async function deleteRole(context: ChangeContext, wanted: string, to: string | null): Promise<DeletedRole> {
  needTables(context, 'up_users_role_lnk', 'up_permissions', 'up_permissions_role_lnk')
  const role = await findRole(context, wanted)
  if (NEEDED_ROLES.includes(role.type))
    throw refusal(`The role ${role.type} cannot be deleted; lectern role deny removes permissions from it.`)
  const heir = to === null ? null : await heirOf(context, role, to)
  const moved = await usersOf(context, role)
  if (moved > 0) await moveUsers(context, role, heir ?? inUse(role, moved))
  await deletePermissions(context, role)
  await context.rows(deleteRow('up_roles', role.id))
  return { name: role.name, type: role.type, moved, to: moved > 0 ? (heir?.type ?? null) : null }
}

async function heirOf(context: ChangeContext, role: RoleRow, to: string): Promise<RoleRow> {
  const heir = await findRole(context, to)
  if (heir.type === 'public') throw refusal('The role public is for requests without a login; choose another.')
  if (heir.id === role.id) throw refusal(`Users cannot be moved to the role that is deleted; choose another.`)
  return heir
}

function inUse({ type }: RoleRow, users: number): never {
  throw refusal(
    `${users === 1 ? '1 user has' : `${users} users have`} the role ${type}. Add --to ROLE to give them another one: --to authenticated.`,
  )
}

async function usersOf(context: ChangeContext, { id }: RoleRow): Promise<number> {
  const rows = await context.rows(sql`select count(*) from "up_users_role_lnk" where "role_id" = ${bind(id)}`)
  return Number(rows[0]?.[0] ?? 0)
}

/** Moved users come after those who have the role already, in their former order. Damaged content may link a user to both. */
async function moveUsers(context: ChangeContext, from: RoleRow, to: RoleRow): Promise<void> {
  const already = sql`select "user_id" from "up_users_role_lnk" where "role_id" = ${bind(to.id)}`
  await context.rows(deleteWhere('up_users_role_lnk', sql`"role_id" = ${bind(from.id)} and "user_id" in (${already})`))
  const after = sql`(select coalesce(max(t."user_ord"), 0) from "up_users_role_lnk" t where t."role_id" = ${bind(to.id)})`
  const changes = assign({ user_ord: sql`coalesce("user_ord", 0) + ${after}`, role_id: bind(to.id) })
  await context.rows(updateWhere('up_users_role_lnk', changes, sql`"role_id" = ${bind(from.id)}`))
}

async function deletePermissions(context: ChangeContext, { id }: RoleRow): Promise<void> {
  const own = sql`select "permission_id" from "up_permissions_role_lnk" where "role_id" = ${bind(id)}`
  const shared = sql`select "permission_id" from "up_permissions_role_lnk" where "role_id" <> ${bind(id)} and "permission_id" is not null`
  await context.rows(deleteWhere('up_permissions', sql`"id" in (${own}) and "id" not in (${shared})`))
  await context.rows(deleteWhere('up_permissions_role_lnk', sql`"role_id" = ${bind(id)}`))
}
