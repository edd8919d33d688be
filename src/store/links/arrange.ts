/** The order of a list of related rows, after a change. Pure. */

import { ApiError } from '../../errors/api-error.ts'
import { inOrder, type Placement } from './placement-order.ts'

export type Arrangement<Key> =
  | { readonly kind: 'set'; readonly rows: readonly Key[] }
  | {
      readonly kind: 'change'
      readonly placements: readonly Placement<Key>[]
      /** A row that is both placed and removed stays. */
      readonly removed: readonly Key[]
      readonly strict: boolean
    }

/** A row that is there already moves to the new place. */
export function arrange<Key extends string | number>(
  rows: readonly Key[],
  arrangement: Arrangement<Key>,
): readonly Key[] {
  if (arrangement.kind === 'set') return [...new Set(arrangement.rows)]
  const { placements, removed, strict } = arrangement
  // A set keeps insertion order, so that most steps take constant time.
  const list = inOrder(placements, rows).reduce((set, placement) => place(set, placement, strict), new Set(rows))
  const placed = new Set(placements.flatMap((placement) => placement.rows))
  for (const row of removed) if (!placed.has(row)) list.delete(row)
  return [...list]
}

function place<Key>(list: Set<Key>, placement: Placement<Key>, strict: boolean): Set<Key> {
  for (const row of placement.rows) list.delete(row)
  if (placement.at === 'start') return new Set([...placement.rows, ...list])
  if (placement.at === 'end') return withAtEnd(list, placement.rows)
  const others = [...list]
  const places = placement.neighbours.map((row) => others.indexOf(row)).filter((index) => index !== -1)
  if (places.length === 0 && strict) throw unlinkedNeighbour(placement)
  if (places.length === 0) return withAtEnd(list, placement.rows)
  const index = placement.at === 'before' ? Math.min(...places) : Math.max(...places) + 1
  return new Set(others.toSpliced(index, 0, ...placement.rows))
}

function withAtEnd<Key>(list: Set<Key>, added: readonly Key[]): Set<Key> {
  for (const row of added) list.add(row)
  return list
}

function unlinkedNeighbour<Key>({ rows, at, neighbours: [neighbour] }: Placement<Key>): ApiError {
  const position = JSON.stringify({ [at]: neighbour })
  return new ApiError('VALUE_INVALID', {
    message: `There was a problem connecting relation with id ${rows[0]} at position ${position}. The relation with id ${neighbour} needs to be connected first.`,
  })
}
