/**
 * One version of an entry made equal to another: publishing copies the draft, discarding copies what is published.
 * The row that is copied to keeps its id, so that what links to it stays linked.
 */

import { columnOf } from '../../plan/columns.ts'
import type { Attribute, ContentType, Model } from '../../schema/schema.ts'
import { modelOf } from '../../schema/schema.ts'
import { tableOf } from '../../tables/tables.ts'
import {
  type ComponentsAttribute,
  type PlacedComponent,
  placeComponents,
  placedComponents,
} from '../components/placed-components.ts'
import { copyLinks } from '../links/copy-links.ts'
import { copyMorphTo } from '../links/copy-morph.ts'
import { isOwnColumn } from '../links/own-pointer.ts'
import { AS_LINKED, isOneRow, type Pairing } from '../links/pairing.ts'
import { type Assignment, insertCopy, updateFromCopy, updateRow } from '../rows.ts'
import type { Store } from '../store.ts'
import { deleteComponents } from './delete-cascading.ts'
import type { VersionStatus } from './versions.ts'
import { documentIdOf } from './write-row.ts'

/** Columns that say which version a row is, and so are never copied. */
const OWN: ReadonlySet<string> = new Set(['id', 'publishedAt', 'locale'])

export interface Copy {
  readonly store: Store
  readonly type: ContentType
  readonly from: number
  /** Null: a new row. */
  readonly to: number | null
  /** Which version related documents are linked in. */
  readonly status: VersionStatus
  readonly own: readonly Assignment[]
}

export async function copyVersion(copy: Copy): Promise<number> {
  const { store, type, from, own } = copy
  const { table } = tableOf(store.tables, type.uid)
  const columns = copiedColumns(store, type, ({ name }) => !OWN.has(name))
  const id = copy.to ?? (await insertCopy(store, { table, columns, from }, own))
  if (copy.to !== null) {
    await updateFromCopy(store, { table, columns, from }, id)
    await updateRow(store, table, id, own)
  }
  await copyNested(store, type, from, id, { status: copy.status, locale: null }, () => true)
  return id
}

/** Components, files and links of one row for another. */
export async function copyNested(
  store: Store,
  model: Model,
  from: number,
  to: number,
  pairing: Pairing,
  takes: (attribute: Attribute) => boolean,
): Promise<void> {
  for (const attribute of model.attributes.values()) {
    if (!takes(attribute)) continue
    if (attribute.kind === 'component' || attribute.kind === 'dynamiczone') {
      await copyComponents(store, model, from, to, attribute, pairing)
    } else if (attribute.kind === 'media') {
      await copyLinks(store, model, attribute, from, to, AS_LINKED)
    } else if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') {
      await copyLinks(store, model, attribute, from, to, pairing)
    } else if (attribute.kind === 'morphTo') await copyMorphTo(store, model, attribute, from, to, pairing)
  }
}

async function copyComponents(
  store: Store,
  owner: Model,
  from: number,
  to: number,
  attribute: ComponentsAttribute,
  pairing: Pairing,
): Promise<void> {
  const before = await placedComponents(store, owner, to, attribute)
  const left = [...before]
  const copies: PlacedComponent[] = []
  for (const { uid, id } of await placedComponents(store, owner, from, attribute)) {
    const index = left.findIndex((old) => old.uid === uid)
    const [old] = index === -1 ? [] : left.splice(index, 1)
    copies.push({ uid, id: await copyComponent(store, modelOf(store.schema, uid), id, old?.id ?? null, pairing) })
  }
  await placeComponents(store, owner, to, attribute, before, copies)
  await deleteComponents(store, left)
}

/** `to` is a component of the same kind that the row had; null: a new one. */
async function copyComponent(
  store: Store,
  model: Model,
  from: number,
  to: number | null,
  pairing: Pairing,
): Promise<number> {
  const { table } = tableOf(store.tables, model.uid)
  const columns = copiedColumns(store, model, ({ name }) => name !== 'id' && name !== 'documentId')
  const id = to ?? (await insertCopy(store, { table, columns, from }, documentIdOf(store, model)))
  if (to !== null) await updateFromCopy(store, { table, columns, from }, to)
  await copyNested(store, model, from, id, pairing, () => true)
  return id
}

/** What is copied as it is: scalars, and relations in a column of their own whose target has one row to lead to. */
export function copiedColumns(store: Store, model: Model, takes: (attribute: Attribute) => boolean): readonly string[] {
  const { hops } = tableOf(store.tables, model.uid)
  return [...model.attributes.values()].filter(takes).flatMap((attribute) => {
    if (attribute.kind === 'scalar') return [columnOf(model, attribute, store.tables).name]
    if (attribute.kind !== 'relation') return []
    const hop = hops.get(attribute.name)
    return hop !== undefined && isOwnColumn(hop) && isOneRow(modelOf(store.schema, attribute.target)) ? [hop.from] : []
  })
}
