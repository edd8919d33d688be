/** Changes of existing users. */

import type { Sql } from '../sql/sql.ts'
import { assign, updateRow } from '../sql/write-rows.ts'
import type { ChangeContext } from './change-context.ts'
import { findUser } from './find-user.ts'
import type { User, UserChange } from './people.ts'

/** The user's tokens stay valid: they do not depend on the password. */
export async function setPassword(context: ChangeContext, who: string, passwordHash: string): Promise<User> {
  const user = await findUser(context, who)
  await update(context, user, 'password', context.stored(passwordHash, 'text'))
  return user
}

export async function setBlocked(context: ChangeContext, who: string, blocked: boolean): Promise<UserChange> {
  const user = await findUser(context, who)
  if (user.blocked === blocked) return { user, changed: false }
  await update(context, user, 'blocked', context.stored(blocked, 'boolean'))
  return { user: { ...user, blocked }, changed: true }
}

async function update(context: ChangeContext, { id }: User, column: string, value: Sql): Promise<void> {
  const changes = assign({ [column]: value, updated_at: context.stored(context.now, 'datetime') })
  await context.rows(updateRow('up_users', id, changes))
}
