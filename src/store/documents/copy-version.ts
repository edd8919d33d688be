/**
 * One version of an entry made equal to another: publishing copies the draft, discarding copies what is published.
 * The target row keeps its id, so that links to it stay valid.
 */

import { columnOf } from '../../plan/columns.ts'
import { holdsComponents } from '../../schema/attribute-kinds.ts'
import type { Attribute, ComponentsAttribute, ContentType, Model } from '../../schema/schema.ts'
import { modelOf } from '../../schema/schema.ts'
import { tableOf } from '../../tables/tables.ts'
import { type MatchedComponent, matchComponents, placeCopies } from '../components/copy-components.ts'
import { documentIdColumn } from '../components/document-id.ts'
import { type FoundByRow, NOWHERE, placedIn } from '../components/placed-components.ts'
import { groupPairs } from '../group-pairs.ts'
import { copyLinks, copyMorphTo } from '../links/copy-links.ts'
import { isOwnColumn } from '../links/own-pointer.ts'
import { AS_LINKED, isOneRow, type RowCopy } from '../links/pairing.ts'
import { type Assignment, insertCopies, insertCopy, updateFromCopies, updateRow } from '../rows.ts'
import type { Store } from '../store.ts'
import { deleteComponents } from './delete-cascading.ts'
import type { VersionStatus } from './versions.ts'

/** Columns that identify the version, and so are never copied. */
const OWN: ReadonlySet<string> = new Set(['id', 'publishedAt', 'locale'])

export interface VersionCopy {
  readonly store: Store
  readonly type: ContentType
  readonly from: number
  /** Null: a new row. */
  readonly to: number | null
  /** The version of related documents to link to. */
  readonly status: VersionStatus
  readonly own: readonly Assignment[]
}

export async function copyVersion(copy: VersionCopy): Promise<number> {
  const { store, type, from, own } = copy
  const { table } = tableOf(store.tables, type.uid)
  const columns = copiedColumns(store, type, ({ name }) => !OWN.has(name))
  const id = copy.to ?? (await insertCopy(store, { table, columns, from }, own))
  if (copy.to !== null) {
    await updateFromCopies(store, { table, columns, pairs: [{ from, to: id }] })
    await updateRow(store, table, id, own)
  }
  const pairing = { status: copy.status, locale: null }
  const isNew = copy.to === null
  await copyNested({ store, model: type, pairs: [{ from, to: id }], pairing, isNew }, () => true)
  return id
}

/** Components, files and links of rows for others. */
export async function copyNested(copy: RowCopy, takes: (attribute: Attribute) => boolean): Promise<void> {
  const attributes = [...copy.model.attributes.values()].filter(takes)
  const places = await placesOfPairs(copy, attributes.filter(holdsComponents))
  // One after the other: in every database components get their ids in this order.
  for (const attribute of attributes) {
    if (holdsComponents(attribute)) await copyComponents(copy, attribute, places.get(attribute.name) ?? NOWHERE)
  }
  await Promise.all(attributes.map((attribute) => copyLinksAt(copy, attribute)))
}

async function copyLinksAt(copy: RowCopy, attribute: Attribute): Promise<void> {
  if (attribute.kind === 'media') await copyLinks({ ...copy, pairing: AS_LINKED }, attribute)
  else if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') await copyLinks(copy, attribute)
  else if (attribute.kind === 'morphTo') await copyMorphTo(copy, attribute)
}

/** The current components of the sources and the copies. */
function placesOfPairs({ store, model, pairs, isNew }: RowCopy, attributes: readonly ComponentsAttribute[]) {
  const ids = pairs.flatMap(({ from, to }) => (isNew ? [from] : [from, to]))
  return placedIn({ store, model, attributes, ids })
}

/** All components of one kind are written together: the number of statements depends on kinds and depth alone. */
async function copyComponents(copy: RowCopy, attribute: ComponentsAttribute, placed: FoundByRow): Promise<void> {
  const { store, model, pairs } = copy
  const components = matchComponents(placed, pairs)
  const copies = new Map<MatchedComponent, number>()
  const byUid = groupPairs([...components.matched.values()].flat().map((each) => [each.uid, each]))
  for (const [uid, alike] of byUid) {
    const ids = await copyRows(copy, modelOf(store.schema, uid), alike)
    for (const [index, each] of alike.entries()) {
      const id = ids[index]
      if (id !== undefined) copies.set(each, id)
    }
  }
  await placeCopies({ store, model, attribute }, components, copies)
  await deleteComponents(store, components.left)
}

/** The ids of the copies, in the order of the components. */
export async function copyRows(
  { store, pairing }: Pick<RowCopy, 'store' | 'pairing'>,
  model: Model,
  components: readonly MatchedComponent[],
): Promise<readonly number[]> {
  const { table } = tableOf(store.tables, model.uid)
  const columns = copiedColumns(store, model, ({ name }) => name !== 'id' && name !== 'documentId')
  const own = documentIdColumn(store, model)
  const added = components.filter(({ to }) => to === null)
  const rows = added.map(({ from }) => (own === null ? { from } : { from, text: store.newDocumentId() }))
  const newIds = [...(await insertCopies(store, { table, columns }, { rows, own }))]
  const kept = components.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]))
  await updateFromCopies(store, { table, columns, pairs: kept })
  const pairs = components.map(({ from, to }) => ({ from, to: to ?? newIds.shift() ?? noId(model) }))
  await copyNested({ store, model, pairs, pairing, isNew: kept.length === 0 }, () => true)
  return pairs.map(({ to }) => to)
}

function noId({ uid }: Model): never {
  throw new Error(`a component ${uid} was not copied`)
}

/** Columns to copy unchanged: scalars, and foreign keys to types with one row a document. */
export function copiedColumns(store: Store, model: Model, takes: (attribute: Attribute) => boolean): readonly string[] {
  const { hops } = tableOf(store.tables, model.uid)
  return [...model.attributes.values()].filter(takes).flatMap((attribute) => {
    if (attribute.kind === 'scalar')
      return attribute.rules.isGenerated ? [] : [columnOf(model, attribute, store.tables).name]
    if (attribute.kind !== 'relation') return []
    const hop = hops.get(attribute.name)
    return hop !== undefined && isOwnColumn(hop) && isOneRow(modelOf(store.schema, attribute.target)) ? [hop.from] : []
  })
}
