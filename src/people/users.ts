/** Users who log in with a password. */

import { refusal } from '../config/problem.ts'
import { bind, literal, sql } from '../sql/sql.ts'
import { type ChangeContext, insertEntry, insertLink, needTables } from './change-context.ts'
import type { CreatedUser, NewUser } from './people.ts'
import { findRole } from './roles.ts'

export interface Identity {
  /** In lower case, as it is looked for. */
  readonly email: string
  readonly username: string
}

const LONGEST = 255
const SHORTEST_NAME = 3
const CONTROL = /\p{Cc}/u

export function identityOf(user: Pick<NewUser, 'email' | 'username'>): Identity {
  const email = user.email.trim().toLowerCase()
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= LONGEST && !CONTROL.test(email)
  if (!isAddress) throw refusal(`"${user.email}" is not an address; give one such as ada@example.com.`)
  const username = user.username?.trim() ?? email
  const isName = username.length >= SHORTEST_NAME && username.length <= LONGEST && !CONTROL.test(username)
  if (!isName) throw refusal(`A username has ${SHORTEST_NAME} to ${LONGEST} characters.`)
  return { email, username }
}

export async function createUser(
  context: ChangeContext,
  { email, username }: Identity,
  passwordHash: string,
  wantedRole: string,
): Promise<CreatedUser> {
  needTables(context, 'up_users', 'up_users_role_lnk')
  const role = await findRole(context, wantedRole)
  if (role.type === 'public') throw refusal('The role public is for requests without a login; choose another.')
  await refuseTaken(context, email, username)
  const id = await insertEntry(context, 'up_users', {
    username: context.stored(username, 'text'),
    email: context.stored(email, 'text'),
    provider: literal('local'),
    password: context.stored(passwordHash, 'text'),
    confirmed: context.stored(true, 'boolean'),
    blocked: context.stored(false, 'boolean'),
  })
  const [from, to] = [['user_id', id] as const, ['role_id', role.id] as const]
  await insertLink(context, { table: 'up_users_role_lnk', from, to, order: 'user_ord' })
  return { email, username, role: role.name }
}

/** Users log in with either, so one user's address must not be another's name. */
async function refuseTaken(context: ChangeContext, email: string, username: string): Promise<void> {
  const [address, title] = [bind(email), bind(username.toLowerCase())]
  const taken = await context.rows(
    sql`select 1 from "up_users" where lower("email") in (${address}, ${title}) or lower("username") in (${address}, ${title}) limit 1`,
  )
  if (taken.length > 0) throw refusal(`A user with the address ${email} or the name ${username} exists already.`)
}
