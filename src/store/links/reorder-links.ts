/** New places for links that stay. An entry at the start of a list moves all others by one, which is one change, not many. */

import { bind, name, sql } from '../../sql/sql.ts'
import { updateWhere } from '../../sql/write-rows.ts'
import { inParts, isOneOf } from '../rows.ts'
import { isLinkOf, type RowLinks } from './link-table.ts'

export interface PlacedRow {
  readonly far: number
  readonly order: number
}

/** The order number that each row has. */
export type Places = ReadonlyMap<number, number | null>

export async function reorderLinks(
  { store, link, near }: RowLinks,
  before: Places,
  placed: readonly PlacedRow[],
): Promise<void> {
  if (link.order === null) return
  for (const { by, to, rows } of movesOf(before, placed)) {
    const value = by === null ? bind(to) : sql`${name(link.order)} + ${bind(by)}`
    for (const part of inParts(rows)) {
      const where = sql`${isLinkOf(link, near)} and ${isOneOf(link.far, part)}`
      await store.run(updateWhere(link.table, [{ column: link.order, value }], where))
    }
  }
}

interface Move {
  /** How far these rows move, all by the same number; null where a row has no whole number to start from. */
  readonly by: number | null
  /** The new position of the first of them. */
  readonly to: number
  readonly rows: number[]
}

function movesOf(before: Places, placed: readonly PlacedRow[]): Iterable<Move> {
  const moves = new Map<string, Move>()
  for (const { far, order } of placed) {
    const old = before.get(far)
    if (old === undefined || old === order) continue
    const by = Number.isInteger(old) ? order - Number(old) : null
    const key = by === null ? `to ${order}` : `by ${by}`
    const move = moves.get(key) ?? { by, to: order, rows: [] }
    moves.set(key, move)
    move.rows.push(far)
  }
  return moves.values()
}
