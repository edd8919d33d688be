/**
 * One version of an entry made equal to another: publishing copies the draft, discarding copies what is published.
 * The target row keeps its id, so that links to it stay valid.
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
import { copyLinks, copyMorphTo } from '../links/copy-links.ts'
import { isOwnColumn } from '../links/own-pointer.ts'
import { AS_LINKED, isOneRow, type RowCopy } from '../links/pairing.ts'
import { type Assignment, insertCopy, updateFromCopy, updateRow } from '../rows.ts'
import type { Store } from '../store.ts'
import { deleteComponents } from './delete-cascading.ts'
import type { VersionStatus } from './versions.ts'
import { documentIdOf } from './write-row.ts'

/** Columns that identify the version, and so are never copied. */
const OWN: ReadonlySet<string> = new Set(['id', 'publishedAt', 'locale'])

export interface VersionCopy {
  readonly store: Store
  readonly type: ContentType
  readonly from: number
  /** Null: a new row. */
  readonly to: number | null
  /** Which version related documents are linked in. */
  readonly status: VersionStatus
  readonly own: readonly Assignment[]
}

export async function copyVersion(copy: VersionCopy): Promise<number> {
  const { store, type, from, own } = copy
  const { table } = tableOf(store.tables, type.uid)
  const columns = copiedColumns(store, type, ({ name }) => !OWN.has(name))
  const id = copy.to ?? (await insertCopy(store, { table, columns, from }, own))
  if (copy.to !== null) {
    await updateFromCopy(store, { table, columns, from }, id)
    await updateRow(store, table, id, own)
  }
  const pairing = { status: copy.status, locale: null }
  await copyNested({ store, model: type, from, to: id, pairing }, () => true)
  return id
}

/** Components, files and links of one row for another. */
export async function copyNested(copy: RowCopy, takes: (attribute: Attribute) => boolean): Promise<void> {
  for (const attribute of copy.model.attributes.values()) {
    if (!takes(attribute)) continue
    if (attribute.kind === 'component' || attribute.kind === 'dynamiczone') {
      await copyComponents(copy, attribute)
    } else if (attribute.kind === 'media') {
      await copyLinks({ ...copy, pairing: AS_LINKED }, attribute)
    } else if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') {
      await copyLinks(copy, attribute)
    } else if (attribute.kind === 'morphTo') await copyMorphTo(copy, attribute)
  }
}

async function copyComponents(copy: RowCopy, attribute: ComponentsAttribute): Promise<void> {
  const { store, model } = copy
  const place = { store, model, id: copy.to, attribute }
  const before = await placedComponents(place)
  const left = [...before]
  const copies: PlacedComponent[] = []
  for (const { uid, id } of await placedComponents({ ...place, id: copy.from })) {
    const index = left.findIndex((old) => old.uid === uid)
    const [old] = index === -1 ? [] : left.splice(index, 1)
    const component = { ...copy, model: modelOf(store.schema, uid), from: id, to: old?.id ?? null }
    copies.push({ uid, id: await copyComponent(component) })
  }
  await placeComponents(place, before, copies)
  await deleteComponents(store, left)
}

interface ComponentCopy extends Omit<RowCopy, 'to'> {
  /** A component of the same kind that the row had; null: a new one. */
  readonly to: number | null
}

async function copyComponent(copy: ComponentCopy): Promise<number> {
  const { store, model, from, to } = copy
  const { table } = tableOf(store.tables, model.uid)
  const columns = copiedColumns(store, model, ({ name }) => name !== 'id' && name !== 'documentId')
  const id = to ?? (await insertCopy(store, { table, columns, from }, documentIdOf(store, model)))
  if (to !== null) await updateFromCopy(store, { table, columns, from }, to)
  await copyNested({ ...copy, to: id }, () => true)
  return id
}

/** Columns to copy unchanged: scalars, and foreign keys to types with one row a document. */
export function copiedColumns(store: Store, model: Model, takes: (attribute: Attribute) => boolean): readonly string[] {
  const { hops } = tableOf(store.tables, model.uid)
  return [...model.attributes.values()].filter(takes).flatMap((attribute) => {
    if (attribute.kind === 'scalar') return [columnOf(model, attribute, store.tables).name]
    if (attribute.kind !== 'relation') return []
    const hop = hops.get(attribute.name)
    return hop !== undefined && isOwnColumn(hop) && isOneRow(modelOf(store.schema, attribute.target)) ? [hop.from] : []
  })
}
