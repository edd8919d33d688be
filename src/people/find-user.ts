/** Finds users by address, name or id. */

import { isTrue, type Reader } from '../auth/reader.ts'
import { refusal } from '../config/problem.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { locked } from '../sql/locked.ts'
import { bind, type Sql, sql } from '../sql/sql.ts'
import { type ChangeContext, needTables } from './change-context.ts'
import type { User } from './people.ts'

/** Users among whom a similar name is searched. */
const HINTED = 1_000

const NOTHING: Sql = sql``

export async function listUsers(reader: Reader): Promise<readonly User[]> {
  return usersWhere(reader, NOTHING)
}

/** By address, name or id, in this order. Locks the user until the transaction ends. */
export async function findUser(context: ChangeContext, who: string): Promise<User> {
  needTables(context, 'up_users')
  const wanted = who.trim()
  const id = /^\d{1,15}$/.test(wanted) ? sql` or "id" = ${bind(Number(wanted))}` : NOTHING
  const matching = sql`lower("email") = ${bind(wanted.toLowerCase())} or "username" = ${bind(wanted)}${id}`
  await context.rows(locked(sql`select "id" from "up_users" where ${matching} order by "id"`, context))
  const users = await usersWhere(context, sql` where u."id" in (select "id" from "up_users" where ${matching})`)
  const found =
    users.find(({ email }) => email.toLowerCase() === wanted.toLowerCase()) ??
    users.find(({ username }) => username === wanted) ??
    users[0]
  if (found !== undefined) return found
  throw refusal(`There is no user "${who}".${await hint(context, wanted)} lectern user list names them.`)
}

async function hint(reader: Reader, wanted: string): Promise<string> {
  const rows = await reader.rows(sql`select "email", "username" from "up_users" order by "id" limit ${bind(HINTED)}`)
  const near = didYouMean(
    wanted,
    rows.flat().filter((name) => typeof name === 'string'),
  )
  return near === null ? '' : ` Did you mean ${near}?`
}

async function usersWhere(reader: Reader, where: Sql): Promise<readonly User[]> {
  needTables(reader, 'up_users', 'up_users_role_lnk', 'up_roles')
  const rows = await reader.rows(
    sql`select u."id", u."username", u."email", u."blocked", u."confirmed", r."type" from "up_users" u left join "up_users_role_lnk" l on l."user_id" = u."id" left join "up_roles" r on r."id" = l."role_id"${where} order by u."id"`,
  )
  return rows.map(([id, username, email, blocked, confirmed, role]) => ({
    id: Number(id),
    username: textOf(username),
    email: textOf(email),
    role: typeof role === 'string' ? role : null,
    blocked: isTrue(blocked),
    confirmed: isTrue(confirmed),
  }))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
