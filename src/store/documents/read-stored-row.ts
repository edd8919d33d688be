/** A row as it is stored, with its components: what is validated when it is published. */

import { columnOf } from '../../plan/columns.ts'
import { type Model, modelOf, type ScalarAttribute } from '../../schema/schema.ts'
import { bind, column, name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { StoredValue } from '../../validate/document-input.ts'
import type { StoredRow } from '../../validate/validate-publish.ts'
import { valueKind } from '../../vocabulary/scalar-types.ts'
import { type ComponentsAttribute, placedComponents } from '../components/placed-components.ts'
import { missingLinksOf } from '../links/missing-links.ts'
import type { Store } from '../store.ts'

export async function readStoredRow(store: Store, model: Model, id: number): Promise<StoredRow> {
  const components = new Map<ComponentsAttribute, readonly StoredRow[]>()
  for (const attribute of model.attributes.values()) {
    if (attribute.kind !== 'component' && attribute.kind !== 'dynamiczone') continue
    const rows: StoredRow[] = []
    for (const placed of await placedComponents({ store, model, id, attribute })) {
      rows.push(await readStoredRow(store, modelOf(store.schema, placed.uid), placed.id))
    }
    components.set(attribute, rows)
  }
  const unlinked = await missingLinksOf(store, model, id)
  return { model, scalars: await readScalars(store, model, id), components, unlinked }
}

async function readScalars(store: Store, model: Model, id: number): Promise<ReadonlyMap<ScalarAttribute, StoredValue>> {
  const attributes = [...model.attributes.values()].filter((attribute) => attribute.kind === 'scalar')
  const members = attributes.map((attribute) => {
    const { name: columnName, kind } = columnOf(model, attribute, store.tables)
    return { key: attribute.name, value: store.dialect.shown(column('t', columnName), kind) }
  })
  const [row] = await store.run(
    sql`select ${store.dialect.jsonObject(members)} from ${name(tableOf(store.tables, model.uid).table)} as t where t."id" = ${bind(id)}`,
  )
  const values = JSON.parse(String(row?.[0] ?? '{}')) as Readonly<Record<string, unknown>>
  return new Map(attributes.map((attribute) => [attribute, storedForm(attribute, values[attribute.name])]))
}

/** What a response shows, back in the form that rules are checked on. */
function storedForm({ type }: ScalarAttribute, shown: unknown): StoredValue {
  if (shown === null || shown === undefined) return null
  if (valueKind(type) === 'bigint') return BigInt(String(shown))
  if (typeof shown === 'object') return JSON.stringify(shown)
  return typeof shown === 'number' || typeof shown === 'boolean' ? shown : String(shown)
}
