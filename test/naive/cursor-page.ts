/** A page that begins behind an entry or ends before it. */

import { findAll } from './answer.ts'
import type { Tables } from './load.ts'
import type { Query } from './request.ts'

/** An entry by its id; null is the end of the list that is meant. */
export interface Position {
  readonly side: 'after' | 'before'
  readonly id: number | null
}

export interface CursorPage {
  readonly ids: readonly number[]
  readonly hasNext: boolean
  readonly hasPrevious: boolean
  readonly total: number
}

export const cursorPage = (
  tables: Tables,
  path: string,
  query: Query,
  { side, id }: Position,
  limit: number,
): CursorPage => {
  const all = findAll(tables, path, query).map((row) => row.id)
  const end = side === 'after' ? -1 : all.length
  const at = id === null ? end : all.indexOf(id)
  const start = side === 'after' ? at + 1 : Math.max(0, at - limit)
  const ids = side === 'after' ? all.slice(start, start + limit) : all.slice(start, at)
  const isEmpty = ids.length === 0
  return {
    ids,
    hasNext: !isEmpty && start + ids.length < all.length,
    hasPrevious: !isEmpty && start > 0,
    total: all.length,
  }
}
