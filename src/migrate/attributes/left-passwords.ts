/**
 * Password hashes in columns of attributes that are no longer passwords, and would therefore be visible. A column has
 * hashes until it is emptied or dropped, even if the attribute is removed, returns as a text, or gives its column to
 * another attribute.
 */

import { modelsOf } from '../../schema/models.ts'
import type { Model } from '../../schema/schema.ts'
import { name, sql } from '../../sql/sql.ts'
import { updateWhere } from '../../sql/write-rows.ts'
import { columnName } from '../../tables/names.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Recorded, RecordedTable } from '../record.ts'
import type { Step } from '../step.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import type { Leftover } from './leftover.ts'

export function leftPasswords(
  content: LinkedContent,
  recorded: Recorded,
  isThere: (table: string, column: string) => boolean,
): readonly Leftover[] {
  return modelsOf(content.schema).flatMap((model) => {
    const { table } = tableOf(content.tables, model.uid)
    const record = recorded.get(table)
    if (record?.whole !== true) return []
    const held = hashColumns(content, model, record)
    return scalarColumns(content, model)
      .filter(({ column, isPassword }) => !isPassword && held.includes(column) && isThere(table, column))
      .map(({ column }) => leftover(table, column))
  })
}

/** Steps that update the record after the given ones, if it changes. */
export function noteHashes(content: LinkedContent, recorded: Recorded, steps: readonly Step[]): readonly Step[] {
  return modelsOf(content.schema).flatMap((model): readonly Step[] => {
    const { table } = tableOf(content.tables, model.uid)
    const record = recorded.get(table)
    const isDropped = (column: string) =>
      steps.some((step) => step.kind === 'dropColumn' && step.table === table && step.column === column)
    const scalars = scalarColumns(content, model)
    const left = hashColumns(content, model, record).filter(
      (held) => !isDropped(held) && !scalars.some(({ column }) => column === held),
    )
    const columns = [...scalars.flatMap(({ column, isPassword }) => (isPassword ? [column] : [])), ...left]
    return JSON.stringify(record?.hashes ?? []) === JSON.stringify(columns)
      ? []
      : [{ kind: 'noteHashes', table, columns }]
  })
}

/** Records of earlier versions name the attributes instead. */
function hashColumns({ tables }: LinkedContent, { uid }: Model, record: RecordedTable | undefined): readonly string[] {
  if (record?.hashes !== undefined) return record.hashes
  const { columns } = tableOf(tables, uid)
  return Object.entries(record?.attributes ?? {}).flatMap(([attribute, shape]) =>
    shape === 'password' ? [columns.get(attribute) ?? columnName(attribute)] : [],
  )
}

function scalarColumns({ tables }: LinkedContent, model: Model) {
  const { columns } = tableOf(tables, model.uid)
  return [...model.attributes.values()].flatMap((attribute) => {
    const column = attribute.kind === 'scalar' ? columns.get(attribute.name) : undefined
    return column === undefined
      ? []
      : [{ column, isPassword: attribute.kind === 'scalar' && attribute.type === 'password' }]
  })
}

function leftover(table: string, column: string): Leftover {
  const statements = [updateWhere(table, [{ column, value: sql`null` }], sql`${name(column)} is not null`)]
  const text = `empty ${table}.${column}, which held passwords`
  return {
    from: sql`${name(table)} where ${name(column)} is not null`,
    risk: {
      table,
      column,
      reason: 'it held passwords, and is an attribute now that can be read: its values are deleted',
      needed: true,
      steps: [{ kind: 'emptyColumn', table, text, statements }],
    },
  }
}
