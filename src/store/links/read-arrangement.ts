/** A requested change → an arrangement: references are resolved to rows. */

import type { LinkChange, LinkItem } from '../../validate/document-input.ts'
import type { Arrangement } from './arrange.ts'
import type { Placement } from './placement-order.ts'

/** `isDisconnected`: an id that does not exist is no rows, instead of an error. */
export type RowsOf<Key> = (item: LinkItem, isDisconnected?: boolean) => Promise<readonly Key[]>

export async function readArrangement<Key>(change: LinkChange, rowsOf: RowsOf<Key>): Promise<Arrangement<Key>> {
  if (change.kind === 'set') {
    const rows: Key[] = []
    for (const item of change.items) rows.push(...(await rowsOf(item)))
    return { kind: 'set', rows }
  }
  const placements: Placement<Key>[] = []
  for (const item of change.connect) placements.push(await placementOf(item, rowsOf))
  const removed: Key[] = []
  for (const item of change.disconnect) removed.push(...(await rowsOf(item, true)))
  return { kind: 'change', placements, removed, strict: change.strict }
}

async function placementOf<Key>(item: LinkItem, rowsOf: RowsOf<Key>): Promise<Placement<Key>> {
  const { entry, position } = item
  const rows = await rowsOf(item)
  if (!('neighbour' in position)) return { rows, at: position.at, neighbours: [], entry }
  const { at, neighbour } = position
  const type = position.type ?? item.type
  const beside: LinkItem = { entry: neighbour, type, locale: null, status: null, position: { at: 'end' } }
  return { rows, at, neighbours: await rowsOf(beside), entry, neighbour }
}
