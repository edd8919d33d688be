/** The logical model → every table it needs, as Lectern creates them. */

import { modelsOf } from '../schema/models.ts'
import type { Schema } from '../schema/schema.ts'
import { defineLinkTables } from './define-link-tables.ts'
import { defineModelTable } from './define-model-table.ts'
import { SERVICE_INDEXES, SERVICE_TABLES, SERVICE_TYPES } from './service-tables.ts'
import type { TableDefinition } from './table-definition.ts'

/** Tables of content first, then link tables: each can be dropped after the ones that follow it. */
export function defineTables(schema: Schema): readonly TableDefinition[] {
  const whole = withServiceTypes(schema)
  const models = modelsOf(whole)
  return [
    ...models.map((model) => withServiceIndexes(defineModelTable(whole, model))),
    ...SERVICE_TABLES,
    ...models.flatMap((model) => defineLinkTables(whole, model)),
  ]
}

function withServiceTypes({ contentTypes, components }: Schema): Schema {
  return {
    contentTypes: new Map([...contentTypes, ...SERVICE_TYPES.map((type) => [type.uid, type] as const)]),
    components,
  }
}

function withServiceIndexes(table: TableDefinition): TableDefinition {
  return { ...table, indexes: [...table.indexes, ...(SERVICE_INDEXES.get(table.name) ?? [])] }
}
