import { USER_UID } from '../schema.ts'
import { builtIn } from './built-in.ts'

export const user = builtIn(USER_UID, {
  collectionName: 'up_users',
  info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
  attributes: {
    username: { type: 'string' },
    email: { type: 'email' },
    provider: { type: 'string' },
    password: { type: 'password', private: true },
    resetPasswordToken: { type: 'string', private: true },
    confirmationToken: { type: 'string', private: true },
    confirmed: { type: 'boolean' },
    blocked: { type: 'boolean' },
    role: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.role',
      inversedBy: 'users',
    },
  },
})
