import type { CustomFieldPlace } from '../schema/custom-fields.ts'
import type { ScalarType } from '../schema/schema.ts'
import { columnName, tableName } from './names.ts'
import type { ColumnType } from './table-definition.ts'

/** How each column of a database stores its values, by table and name; null for a kind that is not known here. */
export type FoundColumns = ReadonlyMap<string, ReadonlyMap<string, ColumnType | null>>

/** The attribute type that such a column holds. */
const SCALAR_TYPES: Readonly<Record<ColumnType, ScalarType>> = {
  id: 'integer',
  string: 'string',
  text: 'text',
  json: 'json',
  integer: 'integer',
  bigint: 'biginteger',
  float: 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
}

/** The type of an attribute, as its column suggests; null without a column, or with an unknown type. */
export function storedType(found: FoundColumns, place: CustomFieldPlace): ScalarType | null {
  const column = place.columnName ?? columnName(place.attribute)
  const type = found.get(tableName(place.collectionName))?.get(column) ?? null
  return type === null ? null : scalarTypeOf(type)
}

export const scalarTypeOf = (type: ColumnType): ScalarType => SCALAR_TYPES[type]

export function byTable(rows: readonly (readonly [string, string, ColumnType | null])[]): FoundColumns {
  const tables = new Map<string, Map<string, ColumnType | null>>()
  for (const [table, column, type] of rows) tables.set(table, (tables.get(table) ?? new Map()).set(column, type))
  return tables
}
