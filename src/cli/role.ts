/** `lectern role`. */

import { listing } from '../people/actions.ts'
import type { Role, RoleChange } from '../people/people.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'
import { count, verbOf, withPeople, wordsAfter } from './people.ts'
import { type Style, styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export async function role(options: OpenOptions, context: Context, more: Arguments): Promise<number> {
  const verb = verbOf('role', more, ['list', 'allow', 'deny'])
  if (verb === 'list') {
    wordsAfter('role list', more, 0)
    return withPeople(options, context, more, async (people) => {
      const style = styleFor(context.colour.out)
      for (const each of await people.roles()) context.out(described(each, style))
    })
  }
  const [, name, ...actions] = more.words
  if (name === undefined || actions.length === 0)
    throw new UsageError(`Write it so: lectern role ${verb} ROLE ACTION….`)
  return withPeople(options, context, more, async (people) => {
    for (const line of account(verb, await people[verb](name, actions))) context.out(line)
  })
}

function described({ name, type, users, actions }: Role, style: Style): string {
  const who = type === 'public' ? 'everybody who is not logged in' : count(users, 'user')
  const allowed = actions.length === 0 ? '  nothing' : listing(actions)
  return `${style.bold(type)} (${name}, ${who}) may\n${allowed}`
}

function account(verb: 'allow' | 'deny', { role, changed, unchanged }: RoleChange): readonly string[] {
  const [now, before] = verb === 'allow' ? ['may now', 'may already'] : ['may no longer', 'may not anyway']
  return [
    ...changed.map((action) => `${role} ${now}: ${action}`),
    ...unchanged.map((action) => `${role} ${before}: ${action}`),
  ]
}
