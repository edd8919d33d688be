/** Users and roles of the users-permissions plugin. */

import { literal, name, type Sql, sql } from '../sql/sql.ts'
import { isTrue, type Reader } from './reader.ts'

export interface User {
  readonly blocked: boolean
  readonly confirmed: boolean
  /** What the user's role allows. */
  readonly actions: ReadonlySet<string>
}

const USER_ROLE_LINKS = 'up_users_role_lnk'
const ROLE_TABLES = ['up_roles', 'up_permissions', 'up_permissions_role_lnk'] as const

/** Projects without the plugin have no such tables, and API tokens are the only credentials. */
export function hasUsers(reader: Reader): boolean {
  return reader.hasTables('up_users', ...ROLE_TABLES)
}

const LOGIN_COLUMNS = ['username', 'email', 'provider', 'password', 'confirmed', 'blocked']

/** Whether users can log in with a password: an extension of the project may have removed the columns for it. */
export function hasPasswords(reader: Reader): boolean {
  return hasUsers(reader) && LOGIN_COLUMNS.every((column) => reader.hasColumn('up_users', column))
}

export async function findUser(reader: Reader, id: number): Promise<User | null> {
  if (!reader.hasTables(USER_ROLE_LINKS)) return findUserAlone(reader, id)
  // Concurrent changes of a role can leave two links: the first counts, as where the role is shown.
  const role = sql`ur."id" = (select min("id") from ${name(USER_ROLE_LINKS)} where "user_id" = u."id")`
  // One row for each action; a single row with null if the role allows nothing or the user has no role.
  const rows = await reader.rows(
    sql`select ${userColumns(reader)}, p."action" from "up_users" u left join ${name(USER_ROLE_LINKS)} ur on ${role} left join "up_permissions_role_lnk" pr on pr."role_id" = ur."role_id" left join "up_permissions" p on p."id" = pr."permission_id" where u."id" = ${reader.dialect.value(id, 'id')}`,
  )
  const [first] = rows
  if (first === undefined) return null
  return { blocked: isTrue(first[0]), confirmed: isTrue(first[1]), actions: actionsIn(rows.map((row) => row[2])) }
}

/** An extension of the project may have removed the roles of users: such users are identified, but may do nothing. */
async function findUserAlone(reader: Reader, id: number): Promise<User | null> {
  const [row] = await reader.rows(
    sql`select ${userColumns(reader)} from "up_users" u where u."id" = ${reader.dialect.value(id, 'id')}`,
  )
  return row === undefined ? null : { blocked: isTrue(row[0]), confirmed: isTrue(row[1]), actions: new Set() }
}

/** An extension of the project may have removed either column. */
function userColumns(reader: Reader): Sql {
  const flag = (column: string) => (reader.hasColumn('up_users', column) ? sql`u.${name(column)}` : sql`null`)
  return sql`${flag('blocked')}, ${flag('confirmed')}`
}

/** What the public role allows; empty when there are no roles. */
export async function publicActions(reader: Reader): Promise<ReadonlySet<string>> {
  if (!reader.hasTables(...ROLE_TABLES)) return new Set()
  const rows = await reader.rows(
    sql`select p."action" from "up_roles" r join "up_permissions_role_lnk" pr on pr."role_id" = r."id" join "up_permissions" p on p."id" = pr."permission_id" where r."type" = ${literal('public')}`,
  )
  return actionsIn(rows.map((row) => row[0]))
}

function actionsIn(values: readonly unknown[]): ReadonlySet<string> {
  return new Set(values.filter((value) => typeof value === 'string'))
}
