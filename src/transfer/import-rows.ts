/** Entries of an archive as rows, with their components. */

import { columnOf } from '../plan/columns.ts'
import { newDocumentId } from '../schema/document-id.ts'
import type { Model, ScalarAttribute } from '../schema/schema.ts'
import { assign, type RowValues } from '../sql/write-rows.ts'
import { componentsTable } from '../tables/names.ts'
import { tableOf } from '../tables/tables.ts'
import type { Ids } from './ids.ts'
import type { PlannedComponents, PlannedRow } from './plan-row.ts'
import type { RowWriter } from './row-writer.ts'
import type { Target } from './target.ts'

export interface RowImport {
  readonly target: Target
  readonly writer: RowWriter
  readonly ids: Ids
  /** Told of every row that is written. */
  count(model: Model): void
}

/** Gives its id. */
export async function importRow(row: PlannedRow, work: RowImport): Promise<number> {
  const { target, writer, ids, count } = work
  const id = ids.claim(row.model.uid, row.id)
  const { table } = tableOf(target.tables, row.model.uid)
  await writer.add({ kind: 'row', table, values: valuesOf(row, id, target) })
  count(row.model)
  for (const components of row.components) await importComponents(row.model, id, components, work)
  return id
}

async function importComponents(
  owner: Model,
  ownerId: number,
  { attribute, rows }: PlannedComponents,
  work: RowImport,
): Promise<void> {
  const { stored } = work.target.dialect
  for (const [index, row] of rows.entries()) {
    const id = await importRow(row, work)
    const values = assign({
      entity_id: stored(ownerId, 'integer'),
      cmp_id: stored(id, 'integer'),
      component_type: stored(row.model.uid, 'text'),
      field: stored(attribute.name, 'text'),
      // A single component has no order.
      order: stored(attribute.toMany ? index + 1 : null, 'float'),
    })
    await work.writer.add({ kind: 'place', table: componentsTable(owner.collectionName), values })
  }
}

/** A value for every column, so that all rows of a table go into one statement. */
function valuesOf({ model, values }: PlannedRow, id: number, { tables, dialect }: Target): RowValues {
  const scalars = [...model.attributes.values()].filter((attribute) => attribute.kind === 'scalar')
  const valueFor = (attribute: ScalarAttribute) => {
    if (attribute.type === 'id') return id
    const value = values.get(attribute) ?? null
    return value === null && attribute.name === 'documentId' ? newDocumentId() : value
  }
  return scalars.map((attribute) => {
    const column = columnOf(model, attribute, tables)
    return { column: column.name, value: dialect.stored(valueFor(attribute), column.kind) }
  })
}
