/** A row as it is stored, with its components: what is validated when it is published. */

import { columnOf } from '../../plan/columns.ts'
import { holdsComponents } from '../../schema/attribute-kinds.ts'
import { type ComponentsAttribute, type Model, modelOf, type ScalarAttribute } from '../../schema/schema.ts'
import { column, rowsOf, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { StoredValue } from '../../validate/document-input.ts'
import type { StoredRow } from '../../validate/validate-publish.ts'
import { valueKind } from '../../vocabulary/scalar-types.ts'
import { type ComponentsPlaces, idsByUid, type PlacedComponent, placedIn } from '../components/placed-components.ts'
import { missingLinksOf } from '../links/missing-links.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'

export async function readStoredRow(store: Store, model: Model, id: number): Promise<StoredRow> {
  return (await readStoredRows(store, model, [id])).get(id) ?? missingRow(model, id)
}

/** Rows of a model by their ids: those of one kind and depth are read together. */
async function readStoredRows(
  store: Store,
  model: Model,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRow>> {
  const attributes = [...model.attributes.values()].filter(holdsComponents)
  const [componentsAt, scalars, unlinked] = await Promise.all([
    readComponents({ store, model, ids, attributes }),
    readScalars(store, model, ids),
    missingLinksOf(store, model, ids),
  ])
  return new Map(
    ids.map((id) => [
      id,
      {
        model,
        scalars: scalars.get(id) ?? new Map(),
        components: new Map(attributes.map((attribute) => [attribute, componentsAt(attribute, id)])),
        unlinked: unlinked.get(id) ?? new Set(),
      },
    ]),
  )
}

type ComponentsAt = (attribute: ComponentsAttribute, owner: number) => readonly StoredRow[]

async function readComponents(places: ComponentsPlaces): Promise<ComponentsAt> {
  const { store } = places
  const placed = await placedIn(places)
  const rows = new Map<string, ReadonlyMap<number, StoredRow>>()
  const all = [...placed.values()].flatMap((byRow) => [...byRow.values()].flat())
  for (const [uid, ids] of idsByUid(all)) rows.set(uid, await readStoredRows(store, modelOf(store.schema, uid), ids))
  const rowOf = ({ uid, id }: PlacedComponent) => rows.get(uid)?.get(id) ?? missingRow(modelOf(store.schema, uid), id)
  return (attribute, owner) => (placed.get(attribute.name)?.get(owner) ?? []).map(rowOf)
}

function missingRow({ uid }: Model, id: number): never {
  throw new Error(`${uid} ${id} was not read`)
}

type Scalars = ReadonlyMap<ScalarAttribute, StoredValue>

async function readScalars(store: Store, model: Model, ids: readonly number[]): Promise<ReadonlyMap<number, Scalars>> {
  const attributes = [...model.attributes.values()].filter((attribute) => attribute.kind === 'scalar')
  const members = attributes.map((attribute) => {
    const { name: columnName, kind } = columnOf(model, attribute, store.tables)
    return { key: attribute.name, value: store.dialect.shown(column('t', columnName), kind) }
  })
  const found = new Map<number, Scalars>()
  for (const part of inParts(ids)) {
    const rows = await store.run(
      sql`select t."id", ${store.dialect.jsonObject(members)} from ${rowsOf(tableOf(store.tables, model.uid).table)} as t where ${isOneOf('id', part)}`,
    )
    for (const [id, json] of rows) {
      const values = JSON.parse(String(json ?? '{}')) as Readonly<Record<string, unknown>>
      const read = attributes.map((attribute) => [attribute, storedForm(attribute, values[attribute.name])] as const)
      found.set(Number(id), new Map(read))
    }
  }
  return found
}

/** Converts a value as shown in responses to the form that validation expects. */
function storedForm({ type }: ScalarAttribute, shown: unknown): StoredValue {
  if (shown === null || shown === undefined) return null
  if (valueKind(type) === 'bigint') return numberIn(String(shown))
  if (typeof shown === 'object') return JSON.stringify(shown)
  return typeof shown === 'number' || typeof shown === 'boolean' ? shown : String(shown)
}

/** A column that others have altered may show `7.00` or `9e+15`, too. */
const numberIn = (shown: string): bigint | number => (/^-?\d+$/.test(shown) ? BigInt(shown) : Number(shown))
