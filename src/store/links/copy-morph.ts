/** Relations to any type of one row for another of the same document, in the versions that go with it. */

import { type Model, type MorphToAttribute, modelOf } from '../../schema/schema.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import type { Store } from '../store.ts'
import { copyLinkRows } from './copy-link-rows.ts'
import { clearPointer, copyPointer } from './own-pointer.ts'
import type { Pairing } from './pairing.ts'

export async function copyMorphTo(
  store: Store,
  model: Model,
  attribute: MorphToAttribute,
  from: number,
  to: number,
  pairing: Pairing,
): Promise<void> {
  const { table, arms } = tableOf(store.tables, model.uid)
  const ways = arms.get(attribute.name) ?? new Map<string, Hop>()
  const [first] = ways.values()
  if (first === undefined) return
  // Many are rows of a table, one is two columns of the row itself.
  if (first.via === null) await clearPointer(store, table, first, to)
  for (const [uid, hop] of ways) {
    const target = modelOf(store.schema, uid)
    if (hop.via === null) await copyPointer(store, table, target, hop, from, to, pairing)
    else await copyLinkRows(store, hop.via, target, from, to, pairing, ['field', 'order'])
  }
}
