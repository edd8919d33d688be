/**
 * Columns that take less than those that Lectern makes: shorter texts, or no value at all because the database works it out. Others
 * have altered or added them; a write that they would refuse is refused before, with the name of the attribute.
 */

import { mapModels } from '../schema/models.ts'
import type { Attribute, Model, ScalarAttribute, Schema } from '../schema/schema.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { COLUMN_TYPES } from './column-types.ts'
import { type Tables, tableOf } from './tables.ts'

/** By table and column; `longest`: in characters, null where that is not limited. */
export type ColumnLimits = ReadonlyMap<string, ReadonlyMap<string, ColumnLimit>>

interface ColumnLimit {
  readonly isGenerated: boolean
  readonly longest: number | null
}

/** Takes rows of table, column, 1 for generated columns, and length. */
export function columnLimits(rows: readonly (readonly unknown[])[]): ColumnLimits {
  const limits = new Map<string, Map<string, ColumnLimit>>()
  for (const [table, column, generated, longest] of rows) {
    const columns = limits.get(String(table)) ?? new Map<string, ColumnLimit>()
    limits.set(String(table), columns)
    columns.set(String(column), {
      isGenerated: Number(generated) === 1,
      longest: longest === null ? null : Number(longest),
    })
  }
  return limits
}

export function withColumnLimits(schema: Schema, tables: Tables, limits: ColumnLimits): Schema {
  const limited = <M extends Model>(model: M): M => {
    const { table, columns } = tableOf(tables, model.uid)
    const found = limits.get(table)
    if (found === undefined) return model
    const attributes = [...model.attributes].map(([name, attribute]): [string, Attribute] => {
      const limit = found.get(columns.get(name) ?? name)
      return [name, limit === undefined || attribute.kind !== 'scalar' ? attribute : withLimit(attribute, limit)]
    })
    return { ...model, attributes: new Map(attributes) }
  }
  return mapModels(schema, limited)
}

/** The length of columns that Lectern makes for short texts, which is checked anyway. */
const STRING_LENGTH = 255

function withLimit(attribute: ScalarAttribute, { isGenerated, longest }: ColumnLimit): ScalarAttribute {
  const { rules } = attribute
  if (isGenerated) {
    const generated = { ...rules, isGenerated, unique: false, default: undefined, targetField: null }
    return { ...attribute, writable: false, required: false, rules: generated }
  }
  // A password is stored as its hash.
  if (longest === null || valueKind(attribute.type) !== 'text' || attribute.type === 'password') return attribute
  if (longest >= STRING_LENGTH && COLUMN_TYPES[attribute.type] === 'string') return attribute
  return { ...attribute, rules: { ...rules, maxLength: Math.min(rules.maxLength ?? longest, longest) } }
}
