/** Changes of users, keys and roles by the command line, so that they are logged. */

import type { People } from '../people/people.ts'
import type { About, Audited } from './command-audit.ts'

export function auditPeople(people: People, audited: Audited): People {
  const told = <T>(action: string, about: About, work: Promise<T>) => audited(action, work, () => about)
  return {
    ...people,
    createUser: (given) => told('user.create', { role: given.role }, people.createUser(given)),
    setPassword: (who, password) => told('user.password', { who }, people.setPassword(who, password)),
    setBlocked: (who, blocked) => told('user.block', { who, blocked }, people.setBlocked(who, blocked)),
    deleteUser: (who) => told('user.delete', { who }, people.deleteUser(who)),
    createToken: (given) =>
      told(
        'token.create',
        { name: given.name, type: given.type, actions: given.actions, days: given.days },
        people.createToken(given),
      ),
    revokeToken: (nameOrId) => told('token.revoke', { token: nameOrId }, people.revokeToken(nameOrId)),
    createRole: (name, description) => told('role.create', { role: name }, people.createRole(name, description)),
    deleteRole: (role, to) => told('role.delete', { role, to }, people.deleteRole(role, to)),
    allow: (role, actions) => told('role.allow', { role, actions }, people.allow(role, actions)),
    deny: (role, actions) => told('role.deny', { role, actions }, people.deny(role, actions)),
  }
}
