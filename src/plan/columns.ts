import type { Model, ScalarAttribute, ScalarType } from '../schema/schema.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import type { Column, ColumnKind } from './read-plan.ts'

const KINDS: Record<ScalarType, ColumnKind> = {
  id: 'id',
  string: 'text',
  text: 'text',
  richtext: 'text',
  enumeration: 'text',
  email: 'text',
  password: 'text',
  uid: 'text',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'timestamp',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  array: 'json',
  json: 'json',
  blocks: 'json',
}

export function columnOf(model: Model, attribute: ScalarAttribute, tables: Tables): Column {
  const name = tableOf(tables, model.uid).columns.get(attribute.name)
  if (name === undefined) throw new Error(`no column for ${model.uid}.${attribute.name}`)
  return { name, kind: KINDS[attribute.type] }
}

/** Columns that every content type has under the same name. */
export const PUBLISHED_AT: Column = { name: 'published_at', kind: 'datetime' }
export const LOCALE: Column = { name: 'locale', kind: 'text' }
export const DOCUMENT_ID: Column = { name: 'document_id', kind: 'text' }
export const ID: Column = { name: 'id', kind: 'id' }
