import type { ScalarType } from '../schema/schema.ts'
import type { ColumnType } from './table-definition.ts'

/** Enumerations and passwords are texts to the database; checks are the application's. */
export const COLUMN_TYPES: Readonly<Record<ScalarType, ColumnType>> = {
  id: 'id',
  string: 'string',
  text: 'text',
  richtext: 'text',
  enumeration: 'string',
  email: 'string',
  password: 'string',
  uid: 'string',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  array: 'json',
  json: 'json',
  blocks: 'json',
}
