/** The tables of a project, with the column types and link indexes that the reference layout has on SQLite. */

import type BetterSqlite3 from 'better-sqlite3'
import type { Project } from '../../src/project/load-project.ts'
import type { Model, ScalarType } from '../../src/schema/schema.ts'
import type { Hop, ModelTable } from '../../src/tables/tables.ts'

/** Declared types decide how SQLite stores a value; those missing here are `varchar(255)`. */
const TYPES: Partial<Record<ScalarType, string>> = {
  text: 'text',
  richtext: 'text',
  json: 'json',
  blocks: 'json',
  array: 'json',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'float',
  decimal: 'float',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
}

/** Tables that belong to no content type. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  strapi_core_store_settings: { key: 'varchar(255)', value: 'text' },
  strapi_api_tokens: {
    type: 'varchar(255)',
    kind: 'varchar(255)',
    access_key: 'varchar(255)',
    expires_at: 'datetime',
  },
  strapi_api_token_permissions: { action: 'varchar(255)' },
  strapi_api_token_permissions_token_lnk: { api_token_permission_id: 'integer', api_token_id: 'integer' },
}

type Columns = Map<string, string>

export function createTables(connection: BetterSqlite3.Database, project: Project, componentDocumentIds: boolean) {
  const tables = new Map<string, Columns>()
  const column = (table: string, name: string, type: string) => {
    const columns = tables.get(table) ?? new Map([['id', 'integer primary key autoincrement']])
    tables.set(table, columns.has(name) ? columns : columns.set(name, type))
  }
  const { contentTypes, components } = project.schema
  for (const model of [...contentTypes.values(), ...components.values()]) {
    const table = project.tables.get(model.uid)
    if (table !== undefined) addModel(model, table, componentDocumentIds, column)
  }
  for (const [table, columns] of Object.entries(OTHERS)) {
    for (const [name, type] of Object.entries(columns)) column(table, name, type)
  }
  for (const [table, columns] of tables) {
    const list = [...columns].map(([name, type]) => `"${name}" ${type}`).join(', ')
    connection.exec(`create table "${table}" (${list})`)
    const linked = [...columns].filter(([name, type]) => type === 'integer' && name.endsWith('_id'))
    for (const [name] of linked) connection.exec(`create index "${table}_${name}" on "${table}" ("${name}")`)
  }
}

type AddColumn = (table: string, name: string, type: string) => void

function addModel(model: Model, own: ModelTable, componentDocumentIds: boolean, add: AddColumn): void {
  for (const attribute of model.attributes.values()) {
    if (attribute.kind !== 'scalar') continue
    if (model.kind === 'component' && attribute.name === 'documentId' && !componentDocumentIds) continue
    const name = own.columns.get(attribute.name)
    if (name !== undefined) add(own.table, name, TYPES[attribute.type] ?? 'varchar(255)')
  }
  for (const hop of own.hops.values()) addHop(own, hop, add)
  for (const arms of own.arms.values()) for (const hop of arms.values()) addHop(own, hop, add)
}

function addHop(own: ModelTable, { from, fromWhere, via }: Hop, add: AddColumn): void {
  add(own.table, from, 'integer')
  for (const constant of fromWhere) add(own.table, constant.column, 'varchar(255)')
  if (via === null) return
  add(via.table, via.near, 'integer')
  add(via.table, via.far, 'integer')
  for (const constant of via.where) add(via.table, constant.column, 'varchar(255)')
  if (via.order !== null) add(via.table, via.order, 'float')
}
