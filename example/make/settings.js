/** Locales, and who may do what: everybody may read everything but memos. */

import { BEGINNING } from './documents.js'
import { documentId } from './ids.js'

const LOCALES = { en: 'English (en)', 'fr-FR': 'French (France) (fr-FR)' }

const ROLES = [
  {
    type: 'authenticated',
    name: 'Authenticated',
    description: 'Everybody who is logged in.',
    actions: ['auth.logout', 'auth.getSessions', 'auth.revokeSession', 'user.me', 'auth.changePassword'].map(ofPeople),
  },
  {
    type: 'public',
    name: 'Public',
    description: 'Everybody who is not.',
    actions: [
      ...['auth.callback', 'auth.connect', 'auth.forgotPassword', 'auth.resetPassword', 'auth.register'].map(ofPeople),
      ...['auth.emailConfirmation', 'auth.sendEmailConfirmation', 'auth.refresh'].map(ofPeople),
    ],
  },
]

const READABLE = [
  ...['article', 'author', 'category', 'tag', 'review'].flatMap((name) => [
    `api::${name}.${name}.find`,
    `api::${name}.${name}.findOne`,
  ]),
  'api::homepage.homepage.find',
  'plugin::upload.content-api.find',
  'plugin::upload.content-api.findOne',
  'plugin::upload.content-api.findPage',
  'plugin::i18n.locales.listLocales',
]

function ofPeople(action) {
  return `plugin::users-permissions.${action}`
}

/** Permissions of each role, in order. */
const PERMISSIONS = ROLES.flatMap(({ type, actions }, index) =>
  [...actions, ...READABLE].map((action, place) => ({
    action,
    role: index + 1,
    key: `${type} ${action}`,
    place: place + 1,
  })),
)

const system = { createdAt: BEGINNING, updatedAt: BEGINNING, publishedAt: BEGINNING, locale: null }

const record = (type, id, key, data) => ({ type, id, data: { documentId: documentId(type, key), ...data, ...system } })

export function settingRecords() {
  return [
    ...Object.entries(LOCALES).map(([code, name], index) =>
      record('plugin::i18n.locale', index + 1, code, { name, code }),
    ),
    ...PERMISSIONS.map(({ action, key }, index) =>
      record('plugin::users-permissions.permission', index + 1, key, { action }),
    ),
    ...ROLES.map(({ type, name, description }, index) =>
      record('plugin::users-permissions.role', index + 1, type, { name, description, type }),
    ),
  ]
}

export function permissionLinks() {
  return PERMISSIONS.map(({ role, place }, index) => ({
    kind: 'relation.basic',
    relation: 'manyToOne',
    left: { type: 'plugin::users-permissions.permission', field: 'role', ref: index + 1 },
    right: { type: 'plugin::users-permissions.role', field: 'permissions', ref: role, pos: place },
  }))
}

export function configurationRecords() {
  return [
    {
      type: 'core-store',
      value: { id: 1, key: 'plugin_i18n_default_locale', value: 'en', type: 'string', environment: null, tag: null },
    },
  ]
}
