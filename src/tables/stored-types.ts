/**
 * Attributes whose columns hold another kind of values than their schema files say, as between a change of a schema file and the next
 * start of Strapi, which changes the column. They are served with the type of the column, as before the change: comparing numbers
 * with texts, for example, is an error to a database that is strict about types.
 */

import type { Notice } from '../config/notice.ts'
import { mapModels } from '../schema/models.ts'
import type { Attribute, Model, ScalarAttribute, ScalarType, Schema } from '../schema/schema.ts'
import { COLUMN_TYPES } from './column-types.ts'
import { type FoundColumns, scalarTypeOf } from './found-columns.ts'
import type { ColumnType } from './table-definition.ts'
import { type Tables, tableOf } from './tables.ts'

export interface StoredColumns {
  readonly found: FoundColumns
  /** The advice for reports. */
  readonly remedy: string
}

export interface StoredTypes {
  readonly schema: Schema
  readonly notices: readonly Notice[]
}

/** Columns whose values compare with one another. */
type Comparable = 'text' | 'number' | 'json' | 'boolean' | 'date' | 'time' | 'datetime'

const COMPARABLE: Readonly<Record<ColumnType, Comparable>> = {
  id: 'number',
  string: 'text',
  text: 'text',
  json: 'json',
  integer: 'number',
  bigint: 'number',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
}

export function withStoredTypes(schema: Schema, tables: Tables, { found, remedy }: StoredColumns): StoredTypes {
  const notices: Notice[] = []
  const served = <M extends Model>(model: M): M => {
    const typed = (attribute: Attribute): Attribute => {
      const type = attribute.kind === 'scalar' ? otherType(model, attribute, tables, found) : null
      if (type === null || attribute.kind !== 'scalar') return attribute
      notices.push(noticeOf(model, attribute, { type, remedy }))
      return { ...attribute, type }
    }
    return { ...model, attributes: new Map([...model.attributes].map(([name, one]) => [name, typed(one)])) }
  }
  return { schema: mapModels(schema, served), notices }
}

/** Null where the type fits, or the column is of a kind that is not known here. A password stays one: it is never shown. */
function otherType(
  model: Model,
  { name, type }: ScalarAttribute,
  tables: Tables,
  found: FoundColumns,
): ScalarType | null {
  const { table, columns } = tableOf(tables, model.uid)
  const stored = found.get(table)?.get(columns.get(name) ?? name) ?? null
  if (stored === null || type === 'password') return null
  return COMPARABLE[stored] === COMPARABLE[COLUMN_TYPES[type]] ? null : scalarTypeOf(stored)
}

function noticeOf(
  model: Model,
  { name, type }: ScalarAttribute,
  stored: { readonly type: ScalarType; readonly remedy: string },
): Notice {
  const message = `"${name}" is served with the type "${stored.type}" of its column, not as "${type}". ${stored.remedy}`
  return { about: 'suspect', model: model.uid, file: null, path: `${model.uid}, ${name}`, message }
}
