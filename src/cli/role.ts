/** `lectern role`. */

import { count } from '../compare/report/wording.ts'
import { listing } from '../people/actions.ts'
import type { DeletedRole, ListedRole, People, RoleChange } from '../people/people.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { withPeople } from './people.ts'
import { type Style, styleFor } from './style.ts'
import { onOneLine } from './table.ts'
import { UsageError } from './usage-error.ts'
import { printOutcome, verbOf, wordsAfter } from './verbs.ts'

const VERBS = ['list', 'create', 'delete', 'allow', 'deny'] as const

export async function role(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const work = WORKS[verbOf('role', more, VERBS)](context, more)
  return withPeople(options, context, more, work)
}

type Work = (people: People) => Promise<void>

/** Checks the words before the database is opened. */
const WORKS: Record<(typeof VERBS)[number], (context: Context, more: Arguments) => Work> = {
  list: (context, more) => {
    wordsAfter('role list', more, 0)
    return async (people) => {
      const roles = await people.roles()
      const style = styleFor(context.colour.out)
      printOutcome({ value: roles, lines: roles.map((each) => described(each, style)) }, context, more)
    }
  },
  create: (context, more) => {
    const [name = ''] = wordsAfter('role create NAME', more, 1)
    return async (people) => {
      const value = await people.createRole(name, more.text('description') ?? '')
      const { type } = value
      const done = `Created the role ${type}, which may do nothing yet: lectern role allow ${type} ACTION….`
      printOutcome({ value, lines: [done] }, context, more)
    }
  },
  delete: (context, more) => {
    const [name = ''] = wordsAfter('role delete ROLE', more, 1)
    return async (people) => {
      const value = await people.deleteRole(name, more.text('to'))
      printOutcome({ value, lines: deleted(value) }, context, more)
    }
  },
  allow: (context, more) => granting(context, more, 'allow'),
  deny: (context, more) => granting(context, more, 'deny'),
}

function granting(context: Context, more: Arguments, verb: 'allow' | 'deny'): Work {
  const [, name, ...actions] = more.words
  if (name === undefined || actions.length === 0) throw new UsageError(`Usage: lectern role ${verb} ROLE ACTION….`)
  return async (people) => {
    const value = await people[verb](name, actions)
    printOutcome({ value, lines: account(verb, value) }, context, more)
  }
}

function described({ name, type, users, actions, withoutEffect }: ListedRole, style: Style): string {
  const who = type === 'public' ? 'requests without a login' : count(users, 'user')
  const effective = actions.filter((action) => !withoutEffect.includes(action))
  const allowed = effective.length === 0 ? '  nothing' : listing(effective.map(onOneLine))
  return `${style.bold(onOneLine(type))} (${onOneLine(name)}, ${who}) may\n${allowed}${ineffective(withoutEffect)}`
}

function ineffective(actions: readonly string[]): string {
  if (actions.length === 0) return ''
  return `\n  and, without effect in Lectern:\n${listing(actions.map(onOneLine)).replace(/^/gm, '  ')}`
}

function deleted({ type, moved, to }: DeletedRole): readonly string[] {
  return [...(moved === 0 ? [] : [`Gave ${count(moved, 'user')} the role ${to}.`]), `Deleted the role ${type}.`]
}

function account(verb: 'allow' | 'deny', { role, changed, unchanged }: RoleChange): readonly string[] {
  const [now, before] = verb === 'allow' ? ['may now', 'may already'] : ['may no longer', 'was not allowed anyway']
  return [
    ...changed.map((action) => `${role} ${now}: ${action}`),
    ...unchanged.map((action) => `${role} ${before}: ${action}`),
  ]
}
