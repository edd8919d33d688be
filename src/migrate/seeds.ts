/**
 * The rows that a new table starts with: those without which Strapi would not accept the database as its own,
 * the first locale, and the two roles. Tables of another program get none.
 */

import { newDocumentId } from '../schema/document-id.ts'
import { storedLocaleName } from '../schema/locale-name.ts'
import type { Dialect } from '../sql/dialect.ts'
import { literal, name, type Sql, sql } from '../sql/sql.ts'
import { assign, insertRow, insertSelected } from '../sql/write-rows.ts'
import { CORE_STORE, DEFAULT_LOCALE_KEY, INTERNAL_MIGRATIONS } from '../tables/service-tables.ts'

export interface SeedContext {
  readonly dialect: Dialect
  readonly now: number
  /** Code of the first locale, which is also the default one. */
  readonly locale: string
}

export const SEEDS: ReadonlyMap<string, (context: SeedContext) => readonly Sql[]> = new Map([
  [INTERNAL_MIGRATIONS, migrations],
  ['i18n_locale', firstLocale],
  ['up_permissions_role_lnk', roles],
])

/** Without the one called discard-drafts Strapi would copy every published entry into another draft. */
const MIGRATIONS = [
  '5.0.0-rename-identifiers-longer-than-max-length',
  '5.0.0-02-created-document-id',
  '5.0.0-03-created-locale',
  '5.0.0-04-created-published-at',
  '5.0.0-05-drop-slug-fields-index',
  '5.0.0-06-add-document-id-indexes',
  'core::5.0.0-discard-drafts',
  'admin::migrate-prefered-language-dk-to-da',
]

function migrations({ dialect, now }: SeedContext): readonly Sql[] {
  const time = dialect.value(now, 'datetime')
  return MIGRATIONS.map((migration) => insertRow(INTERNAL_MIGRATIONS, assign({ name: literal(migration), time })))
}

function firstLocale(context: SeedContext): readonly Sql[] {
  const { locale } = context
  const setting = { key: DEFAULT_LOCALE_KEY, value: JSON.stringify(locale), type: 'string' }
  const values = Object.entries(setting).map(([column, text]) => ({ column, value: literal(text) }))
  return [
    entry('i18n_locale', { name: literal(storedLocaleName(locale)), code: literal(locale) }, context),
    insertRow(CORE_STORE, values),
  ]
}

const AUTHENTICATED = ['auth.logout', 'auth.getSessions', 'auth.revokeSession', 'user.me', 'auth.changePassword']
const PUBLIC = [
  'auth.callback',
  'auth.connect',
  'auth.forgotPassword',
  'auth.resetPassword',
  'auth.register',
  'auth.emailConfirmation',
  'auth.sendEmailConfirmation',
  'auth.refresh',
]

function roles(context: SeedContext): readonly Sql[] {
  return [
    ...role('Authenticated', 'Everybody who is logged in.', AUTHENTICATED, context),
    ...role('Public', 'Everybody who is not.', PUBLIC, context),
  ]
}

function role(title: string, description: string, actions: readonly string[], context: SeedContext): readonly Sql[] {
  const type = title.toLowerCase()
  const columns = { name: literal(title), description: literal(description), type: literal(type) }
  return [
    entry('up_roles', columns, context),
    ...actions.flatMap((action, index) => [
      entry('up_permissions', { action: literal(`plugin::users-permissions.${action}`) }, context),
      allow(`plugin::users-permissions.${action}`, type, index + 1, context.dialect),
    ]),
  ]
}

function allow(action: string, role: string, order: number, dialect: Dialect): Sql {
  const columns = ['permission_id', 'role_id', 'permission_ord']
  const select = sql`select p.id, r.id, ${dialect.value(order, 'float')} from ${name('up_permissions')} as p cross join ${name('up_roles')} as r where p.action = ${literal(action)} and r.type = ${literal(role)}`
  return insertSelected({ table: 'up_permissions_role_lnk', columns, select })
}

/** A row of a content type without drafts: it counts as published from the start. */
function entry(table: string, values: Readonly<Record<string, Sql>>, { dialect, now }: SeedContext): Sql {
  const time = dialect.value(now, 'datetime')
  const document = literal(newDocumentId())
  const all = { document_id: document, ...values, created_at: time, updated_at: time, published_at: time }
  return insertRow(table, assign(all))
}
