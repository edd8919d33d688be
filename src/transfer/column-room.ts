/**
 * Finds values that do not fit into a column. Some databases store texts and numbers of any size, whatever the column's
 * type. Elsewhere such a value would fail in a statement of many rows, which does not say where.
 */

import type { Value } from '../plan/read-plan.ts'
import type { Model, ScalarAttribute, ScalarType } from '../schema/schema.ts'
import { COLUMN_TYPES } from '../tables/column-types.ts'
import type { FoundColumns } from '../tables/found-columns.ts'
import type { ColumnType } from '../tables/table-definition.ts'
import { type Tables, tableOf } from '../tables/tables.ts'

/** The problem with a value, as the end of a sentence; null if it fits. */
export type Room = (model: Model, attribute: ScalarAttribute, value: Value) => string | null

export const ENDLESS_ROOM: Room = () => null

/** `found`: the existing columns. Those of other types than Lectern would create are left to the database. */
export function roomIn(tables: Tables, found: FoundColumns): Room {
  return (model, attribute, value) => {
    const excess = excessOf(value, attribute.type)
    if (excess === null) return null
    const { table, columns } = tableOf(tables, model.uid)
    const there = found.get(table)?.get(columns.get(attribute.name) ?? '')
    return there === undefined || there === COLUMN_TYPES[attribute.type] ? excess : null
  }
}

const LONGEST = 255
const LARGEST_INTEGER = 2 ** 31
const LARGEST_DECIMAL = 99_999_999.995

function excessOf(value: Value, type: ScalarType): string | null {
  const column = COLUMN_TYPES[type]
  if (typeof value === 'string') return excessOfText(value, type, column)
  if (typeof value !== 'number') return null
  if (column === 'integer' && (value >= LARGEST_INTEGER || value < -LARGEST_INTEGER))
    return 'needs more than the 32 bits of an integer; a "biginteger" has 64'
  if (column === 'decimal' && Math.abs(value) >= LARGEST_DECIMAL)
    return 'is beyond 99999999.99, where a decimal ends; a "float" has room for it'
  return null
}

function excessOfText(value: string, type: ScalarType, column: ColumnType): string | null {
  if (column === 'json') return null
  if (value.includes('\0')) return 'has a NUL character, which cannot be stored'
  const isLong = column === 'string' && value.length > LONGEST && [...value].length > LONGEST
  if (!isLong) return null
  return `is longer than ${LONGEST} characters${type === 'string' ? '; a "text" has room for it' : ''}`
}
