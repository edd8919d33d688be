import { ADMIN_USER_UID } from '../schema.ts'
import { builtIn } from './built-in.ts'

/** Its roles are left out: no caller may see them, and nothing is read through them. */
export const adminUser = builtIn(ADMIN_USER_UID, {
  collectionName: 'admin_users',
  info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
  optional: ['resetPasswordTokenExpiresAt'],
  attributes: {
    firstname: { type: 'string' },
    lastname: { type: 'string' },
    username: { type: 'string' },
    email: { type: 'email', private: true },
    password: { type: 'password', private: true },
    resetPasswordToken: { type: 'string', private: true },
    resetPasswordTokenExpiresAt: { type: 'datetime', private: true },
    registrationToken: { type: 'string', private: true },
    isActive: { type: 'boolean', private: true },
    blocked: { type: 'boolean', private: true },
    preferedLanguage: { type: 'string' },
  },
})
