/** `lectern user`. */

import type { People, User } from '../people/people.ts'
import type { Arguments } from './arguments.ts'
import { type ChosenPassword, choosePassword } from './choose-password.ts'
import type { Context, OpenOptions } from './context.ts'
import { withPeople } from './people.ts'
import { tableLines } from './table.ts'
import { UsageError } from './usage-error.ts'
import { type Outcome, printOutcome, verbOf, wordsAfter } from './verbs.ts'

const VERBS = ['list', 'create', 'password', 'block', 'unblock', 'delete'] as const

export async function user(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const work = WORKS[verbOf('user', more, VERBS)](context, more)
  return withPeople(options, context, more, work)
}

type Work = (people: People) => Promise<void>

/** Checks the words before the database is opened. */
const WORKS: Record<(typeof VERBS)[number], (context: Context, more: Arguments) => Work> = {
  list: (context, more) => {
    wordsAfter('user list', more, 0)
    return async (people) => {
      const value = await people.users()
      printOutcome({ value, lines: listed(value) }, context, more)
    }
  },
  create,
  password: (context, more) => {
    const [who = ''] = wordsAfter('user password WHO', more, 1)
    return async (people) => {
      const chosen = await choosePassword(context, more)
      const changed = await people.setPassword(who, chosen.password)
      const done = `${called(changed)} logs in with the new password from now on.`
      printOutcome(withPassword(changed, done, chosen), context, more)
    }
  },
  block: (context, more) => blocking(context, more, true),
  unblock: (context, more) => blocking(context, more, false),
  delete: (context, more) => {
    const [who = ''] = wordsAfter('user delete WHO', more, 1)
    return async (people) => {
      const value = await people.deleteUser(who)
      const done = `Deleted the user ${called(value)}. Their tokens are refused from now on.`
      printOutcome({ value, lines: [done] }, context, more)
    }
  },
}

function create(context: Context, more: Arguments): Work {
  wordsAfter('user create --email ADDRESS', more, 0)
  const email = more.text('email')
  if (email === null) throw new UsageError('Name the user: lectern user create --email ADDRESS [--username NAME].')
  const role = more.text('role') ?? 'authenticated'
  return async (people) => {
    const chosen = await choosePassword(context, more)
    const { password } = chosen
    const created = await people.createUser({ email, username: more.text('username'), password, role })
    const done = `Created the user ${called(created)} with the role ${created.role}.`
    printOutcome(withPassword(created, done, chosen), context, more)
  }
}

/** Only a generated password is printed. */
function withPassword(user: object, done: string, { password, isMadeUp }: ChosenPassword): Outcome {
  if (!isMadeUp) return { value: user, lines: [done] }
  return { value: { ...user, password }, lines: [done, `Password, shown only now: ${password}`] }
}

function blocking(context: Context, more: Arguments, blocked: boolean): Work {
  const [who = ''] = wordsAfter(`user ${blocked ? 'block' : 'unblock'} WHO`, more, 1)
  return async (people) => {
    const { user, changed } = await people.setBlocked(who, blocked)
    const state = blocked ? 'is blocked: their tokens are refused, and they cannot log in' : 'may log in'
    const done = `${called(user)} ${state}${changed ? '' : ', as before'}.`
    printOutcome({ value: { ...user, changed }, lines: [done] }, context, more)
  }
}

function called({ username, email }: Pick<User, 'username' | 'email'>): string {
  return username === email ? email : `${username} (${email})`
}

function listed(users: readonly User[]): readonly string[] {
  if (users.length === 0) return ['There are no users. lectern user create --email ADDRESS creates one.']
  return tableLines(
    users.map(({ id, email, username, role, blocked, confirmed }) => [
      String(id),
      email,
      username,
      role ?? 'no role',
      [blocked ? 'blocked' : '', confirmed ? '' : 'not confirmed'].filter(Boolean).join(', '),
    ]),
  )
}
