/** The order of a list of related rows, after a change. Pure. */

import { ApiError } from '../../errors/api-error.ts'
import { inOrder, named, type Placement, type PlacementBeside } from './placement-order.ts'
import { createRowList, type RowList } from './row-list.ts'

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
  const list = createRowList(rows)
  for (const placement of inOrder(placements, rows)) place(list, placement, strict)
  const placed = new Set(placements.flatMap((placement) => placement.rows))
  for (const row of removed) if (!placed.has(row)) list.remove(row)
  return list.inOrder()
}

function place<Key>(list: RowList<Key>, placement: Placement<Key>, strict: boolean): void {
  const { rows } = placement
  for (const row of rows) list.remove(row)
  if ('neighbour' in placement) placeBeside(list, placement, strict)
  else if (placement.at === 'start') list.placeFirst(rows)
  else list.placeLast(rows)
}

function placeBeside<Key>(list: RowList<Key>, placement: PlacementBeside<Key>, strict: boolean): void {
  const { rows, at, neighbours } = placement
  if ((at === 'before' ? list.placeBefore : list.placeAfter)(neighbours, rows)) return
  if (strict) throw unlinkedNeighbour(placement)
  list.placeLast(rows)
}

function unlinkedNeighbour<Key>({ at, entry, neighbour }: PlacementBeside<Key>): ApiError {
  const position = JSON.stringify({ [at]: neighbour.kind === 'id' ? neighbour.id : neighbour.documentId })
  return new ApiError('VALUE_INVALID', {
    message: `There was a problem connecting relation with ${named(entry)} at position ${position}. The relation with ${named(neighbour)} needs to be connected first.`,
  })
}
