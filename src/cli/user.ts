/** `lectern user`. */

import { makeUpPassword } from '../people/make-up-password.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { verbOf, withPeople, wordsAfter } from './people.ts'
import { UsageError } from './usage-error.ts'

export async function user(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  verbOf('user', more, ['create'])
  wordsAfter('user create --email ADDRESS', more, 0)
  const email = more.text('email')
  if (email === null) throw new UsageError('Name the user: lectern user create --email ADDRESS [--username NAME].')
  const role = more.text('role') ?? 'authenticated'
  return withPeople(options, context, more, async (people) => {
    const given = more.text('password') ?? (await ask(context))
    const password = given ?? makeUpPassword()
    const created = await people.createUser({ email, username: more.text('username'), password, role })
    const names = created.username === created.email ? created.email : `${created.username} (${created.email})`
    context.out(`Created the user ${names} with the role ${created.role}.`)
    if (given === null) context.out(`Password, shown only now: ${password}`)
  })
}

/** Null when one is to be made up. */
async function ask(context: Context): Promise<string | null> {
  const typed = await context.askSecret('Password (empty: one is made up): ')
  if (typed === null || typed === '') return null
  const again = await context.askSecret('The same again: ')
  if (again !== typed) throw new UsageError('These were two different passwords; nothing was created.')
  return typed
}
