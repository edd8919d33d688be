/** Changes hidden data: a response that changes with it leaks something. */

import type Sqlite from 'better-sqlite3'
import type { Project } from '../../src/project/load-project.ts'
import type { Attribute, Model, ScalarType } from '../../src/schema/schema.ts'
import type { Constant, Hop, ModelTable } from '../../src/tables/tables.ts'
import { hiddenNames } from './probes.ts'

/** The fixture was filled by a script, so entries have no creator: here they get one. */
export function withCreators(database: Sqlite.Database): void {
  const add = database.prepare(
    'insert into admin_users (id, document_id, firstname, username, email, password, reset_password_token, registration_token, is_active) values (?, ?, ?, ?, ?, ?, ?, ?, 1)',
  )
  add.run(91, 'adminone', 'Ada', 'ada', 'ada@hidden.example', '$2a$10$adahash', 'reset-ada', 'registration-ada')
  add.run(92, 'admintwo', 'Bob', 'bob', 'bob@hidden.example', '$2a$10$bobhash', 'reset-bob', 'registration-bob')
  for (const table of ['articles', 'reviews', 'categories', 'authors', 'tags']) {
    database.exec(`update "${table}" set created_by_id = 91 + id % 2, updated_by_id = 92 - id % 2`)
  }
  database.exec(`update up_users set reset_password_token = 'reset-user', confirmation_token = 'confirm-user'`)
  database.exec('insert into authors_account_lnk (author_id, user_id) select id, 1 from authors')
  database.exec(`update files set folder_path = '/secret/folder' || id`)
}

/** Types whose rows determine permissions. They are hidden too, but are not content. */
const NOT_CONTENT = ['plugin::users-permissions.role', 'plugin::users-permissions.permission', 'plugin::i18n.locale']

/** Changes everything that the project hides: values are replaced, links removed. */
export function changeHidden(database: Sqlite.Database, project: Project): void {
  for (const { model, attribute } of hiddenNames(project.schema)) {
    const table = project.tables.get(model.uid)
    if (table !== undefined && !NOT_CONTENT.includes(model.uid)) changeOne(database, model, attribute, table)
  }
}

function changeOne(database: Sqlite.Database, model: Model, attribute: Attribute, table: ModelTable): void {
  const column = table.columns.get(attribute.name)
  if (attribute.kind === 'scalar') {
    // A type without locales hides its locale, which is then the same in all rows.
    const value = attribute.name === 'locale' ? `'xx'` : changedValue(attribute.type, column ?? '')
    if (column !== undefined) database.exec(`update "${table.table}" set "${column}" = ${value}`)
    return
  }
  if (attribute.kind === 'localizations') return
  const hops = [table.hops.get(attribute.name), ...(table.arms.get(attribute.name)?.values() ?? [])]
  for (const hop of hops) if (hop !== undefined) cut(database, model, attribute, table, hop)
}

/** Another value of the same kind, in another order. */
function changedValue(type: ScalarType, column: string): string {
  if (type === 'json' || type === 'blocks') return `'["changed ' || id || '"]'`
  if (type === 'date') return `'1999-01-02'`
  if (type === 'time') return `'01:02:03.000'`
  return `case typeof("${column}") when 'text' then 'changed' || (9000 - id) when 'null' then 4711 else 9000 - id end`
}

function cut(database: Sqlite.Database, model: Model, attribute: Attribute, table: ModelTable, hop: Hop): void {
  if (hop.via !== null) database.exec(`delete from "${hop.via.table}" where ${where(hop.via.where)}`)
  else if (hop.from !== 'id') database.exec(`update "${table.table}" set "${hop.from}" = null`)
  else throw new Error(`no way known to cut ${model.uid}.${attribute.name}`)
}

function where(constants: readonly Constant[]): string {
  const parts = constants.map(({ column, equals }) => `"${column}" = '${String(equals)}'`)
  return parts.length === 0 ? 'true' : parts.join(' and ')
}
