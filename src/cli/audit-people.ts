/** Writes changes of users, tokens and roles to the audit log. */

import type { People } from '../people/people.ts'
import type { About, Audited } from './command-audit.ts'

export function auditPeople(people: People, audited: Audited): People {
  const logged = <T>(action: string, about: About, work: Promise<T>) => audited(action, work, () => about)
  return {
    ...people,
    createUser: (given) => logged('user.create', { role: given.role }, people.createUser(given)),
    setPassword: (who, password) => logged('user.password', { who }, people.setPassword(who, password)),
    setBlocked: (who, blocked) => logged('user.block', { who, blocked }, people.setBlocked(who, blocked)),
    deleteUser: (who) => logged('user.delete', { who }, people.deleteUser(who)),
    createToken: (given) =>
      logged(
        'token.create',
        { name: given.name, type: given.type, actions: given.actions, days: given.days },
        people.createToken(given),
      ),
    revokeToken: (nameOrId) => logged('token.revoke', { token: nameOrId }, people.revokeToken(nameOrId)),
    createRole: (name, description) => logged('role.create', { role: name }, people.createRole(name, description)),
    deleteRole: (role, to) => logged('role.delete', { role, to }, people.deleteRole(role, to)),
    allow: (role, actions) => logged('role.allow', { role, actions }, people.allow(role, actions)),
    deny: (role, actions) => logged('role.deny', { role, actions }, people.deny(role, actions)),
  }
}
