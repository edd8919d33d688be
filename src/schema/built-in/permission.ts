import { builtIn } from './built-in.ts'

export const permission = builtIn('plugin::users-permissions.permission', {
  collectionName: 'up_permissions',
  info: { singularName: 'permission', pluralName: 'permissions', displayName: 'Permission' },
  attributes: {
    action: { type: 'string' },
    role: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.role',
      inversedBy: 'permissions',
    },
  },
})
