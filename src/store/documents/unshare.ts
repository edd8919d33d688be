/**
 * Components that several rows have. Strapi 5.36 upgraded content of Strapi 4 without copying nested components: a draft and its
 * published version have the same ones. A row gets copies of its own before they are changed.
 */

import { hasDrafts } from '../../schema/models.ts'
import { type ComponentsAttribute, type Model, modelOf } from '../../schema/schema.ts'
import { type FoundByRow, NOWHERE, type PlacedComponent, placeComponents } from '../components/placed-components.ts'
import { groupPairs } from '../group-pairs.ts'
import { AS_LINKED, type Pairing } from '../links/pairing.ts'
import type { Store } from '../store.ts'
import { copyRows } from './copy-version.ts'
import type { Root } from './versions.ts'

/** A component that no other row has. */
export interface OwnComponent extends PlacedComponent {
  /** The id that readers know it by: that of the shared component, for a copy. */
  readonly knownAs: number
}

export type OwnByRow = ReadonlyMap<number, readonly OwnComponent[]>

export const NO_COMPONENTS: OwnByRow = new Map()

/** Rows of one model, in a version that is being written. */
interface Rows {
  readonly store: Store
  readonly root: Root
  readonly model: Model
}

/** `found` by the name of the attribute. */
export async function unshare(
  rows: Rows,
  attributes: readonly ComponentsAttribute[],
  found: ReadonlyMap<string, FoundByRow>,
): Promise<ReadonlyMap<string, OwnByRow>> {
  const own = new Map<string, OwnByRow>()
  for (const attribute of attributes) {
    const before = found.get(attribute.name) ?? NOWHERE
    const after = await withCopies(rows, before)
    await placeComponents({ ...rows, attribute }, before, after)
    own.set(attribute.name, after)
  }
  return own
}

async function withCopies({ store, root }: Rows, before: FoundByRow): Promise<OwnByRow> {
  const copy = { store, pairing: pairingOf(root) }
  const shared = [...before.values()].flat().filter(({ isShared }) => isShared)
  const copies = new Map<PlacedComponent, number>()
  for (const [uid, alike] of groupPairs(shared.map((each) => [each.uid, each]))) {
    const added = alike.map(({ id }) => ({ uid, from: id, to: null }))
    const ids = await copyRows(copy, modelOf(store.schema, uid), added)
    for (const [index, each] of alike.entries()) copies.set(each, ids[index] ?? each.id)
  }
  return new Map(
    [...before].map(([row, components]) => [
      row,
      components.map((each) => ({ uid: each.uid, id: copies.get(each) ?? each.id, knownAs: each.id })),
    ]),
  )
}

/** The shared component may be linked to the other version. */
function pairingOf({ type, status }: Root): Pairing {
  return hasDrafts(type) ? { status, locale: null } : AS_LINKED
}
