/** Changes of users, keys and roles by the command line: a line of the log for each, without passwords and keys. */

import type { People } from '../people/people.ts'

export interface CommandAudit {
  readonly action: string
  /** Of the operating system. */
  readonly by: { readonly kind: 'command line'; readonly user: string }
  readonly about: Readonly<Record<string, unknown>>
  readonly outcome: 'done'
}

/** Wraps `people` so that changes are logged. */
export function auditPeople(people: People, user: string, tell: (event: CommandAudit) => void): People {
  const audited = async <T>(action: string, about: CommandAudit['about'], work: Promise<T>): Promise<T> => {
    const result = await work
    tell({ action, by: { kind: 'command line', user }, about, outcome: 'done' })
    return result
  }
  return {
    ...people,
    createUser: (given) => audited('user.create', { role: given.role }, people.createUser(given)),
    setPassword: (who, password) => audited('user.password', { who }, people.setPassword(who, password)),
    setBlocked: (who, blocked) => audited('user.block', { who, blocked }, people.setBlocked(who, blocked)),
    deleteUser: (who) => audited('user.delete', { who }, people.deleteUser(who)),
    createToken: (given) =>
      audited(
        'token.create',
        { name: given.name, type: given.type, actions: given.actions, days: given.days },
        people.createToken(given),
      ),
    revokeToken: (nameOrId) => audited('token.revoke', { token: nameOrId }, people.revokeToken(nameOrId)),
    createRole: (name, description) => audited('role.create', { role: name }, people.createRole(name, description)),
    deleteRole: (role, to) => audited('role.delete', { role }, people.deleteRole(role, to)),
    allow: (role, actions) => audited('role.allow', { role, actions }, people.allow(role, actions)),
    deny: (role, actions) => audited('role.deny', { role, actions }, people.deny(role, actions)),
  }
}
