/** Users who log in with a password. */

import { bind, literal, sql } from '../sql/sql.ts'
import type { CreatedUser, NewUser } from './people.ts'
import { refusal } from './refusal.ts'
import { findRole } from './roles.ts'
import { insertEntry, insertLink, needTables, type Work } from './work.ts'

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
  work: Work,
  { email, username }: Identity,
  passwordHash: string,
  wantedRole: string,
): Promise<CreatedUser> {
  needTables(work, 'up_users', 'up_users_role_lnk')
  const role = await findRole(work, wantedRole)
  if (role.type === 'public') throw refusal('The role public is for requests without a login; choose another.')
  await refuseTaken(work, email, username)
  const id = await insertEntry(work, 'up_users', {
    username: work.stored(username, 'text'),
    email: work.stored(email, 'text'),
    provider: literal('local'),
    password: work.stored(passwordHash, 'text'),
    confirmed: work.stored(true, 'boolean'),
    blocked: work.stored(false, 'boolean'),
  })
  const [from, to] = [['user_id', id] as const, ['role_id', role.id] as const]
  await insertLink(work, { table: 'up_users_role_lnk', from, to, order: 'user_ord' })
  return { email, username, role: role.name }
}

/** Users log in with either, so one user's address must not be another's name. */
async function refuseTaken(work: Work, email: string, username: string): Promise<void> {
  const [address, title] = [bind(email), bind(username.toLowerCase())]
  const taken = await work.rows(
    sql`select 1 from "up_users" where lower("email") in (${address}, ${title}) or lower("username") in (${address}, ${title}) limit 1`,
  )
  if (taken.length > 0) throw refusal(`A user with the address ${email} or the name ${username} exists already.`)
}
