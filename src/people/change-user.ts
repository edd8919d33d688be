/** Changes of existing users. */

import type { Sql } from '../sql/sql.ts'
import { assign, updateRow } from '../sql/write-rows.ts'
import { findUser } from './find-user.ts'
import type { User, UserChange } from './people.ts'
import type { Work } from './work.ts'

/** The user's tokens stay valid: they do not depend on the password. */
export async function setPassword(work: Work, who: string, passwordHash: string): Promise<User> {
  const user = await findUser(work, who)
  await update(work, user, 'password', work.stored(passwordHash, 'text'))
  return user
}

export async function setBlocked(work: Work, who: string, blocked: boolean): Promise<UserChange> {
  const user = await findUser(work, who)
  if (user.blocked === blocked) return { user, changed: false }
  await update(work, user, 'blocked', work.stored(blocked, 'boolean'))
  return { user: { ...user, blocked }, changed: true }
}

async function update(work: Work, { id }: User, column: string, value: Sql): Promise<void> {
  const changes = assign({ [column]: value, updated_at: work.stored(work.now, 'datetime') })
  await work.rows(updateRow('up_users', id, changes))
}
