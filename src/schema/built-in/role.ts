import { USER_UID } from '../schema.ts'
import { builtIn } from './built-in.ts'

export const role = builtIn('plugin::users-permissions.role', {
  collectionName: 'up_roles',
  info: { singularName: 'role', pluralName: 'roles', displayName: 'Role' },
  attributes: {
    name: { type: 'string' },
    description: { type: 'string' },
    type: { type: 'string' },
    permissions: {
      type: 'relation',
      relation: 'oneToMany',
      target: 'plugin::users-permissions.permission',
      mappedBy: 'role',
    },
    // Strapi never shows the users of a role, whatever the caller may find.
    users: { type: 'relation', relation: 'oneToMany', target: USER_UID, mappedBy: 'role', private: true },
  },
})
