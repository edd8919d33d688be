/** The pages before and after the one that a response shows. */

import { isRecord } from '../../../src/config/project-config.ts'
import type { EntryValue } from './entries.ts'
import type { Pagination, QueryModel } from './query-model.ts'

export interface PageTurns {
  /** The position of the page, in words. */
  readonly text: string
  readonly previous: Pagination | null
  readonly next: Pagination | null
}

/** Null where there is one page at most. */
export function pageTurns(body: unknown, asked: Pagination): PageTurns | null {
  const meta = isRecord(body) && isRecord(body.meta) ? body.meta.pagination : null
  const rows = isRecord(body) && Array.isArray(body.data) ? body.data.length : 0
  if (!isRecord(meta)) return null
  if (asked.style === 'cursor') return cursorTurns(meta, rows, asked)
  const size = Number(meta.pageSize ?? meta.limit)
  const start = meta.start === undefined ? (Number(meta.page) - 1) * size : Number(meta.start)
  // Without a total, or with one that stopped counting, a full page may have another one behind it.
  const isCounted = typeof meta.total === 'number' && (meta.totalIs !== 'atLeast' || start + size < meta.total)
  const hasNext = isCounted ? start + size < Number(meta.total) : rows === size
  if (start === 0 && !hasNext) return null
  const to = (from: number): Pagination =>
    meta.start === undefined
      ? { ...asked, style: 'page', from: String(Math.floor(from / size) + 1) }
      : { ...asked, style: 'offset', from: String(from) }
  return {
    text: `${start + 1} to ${start + rows}`,
    previous: start > 0 ? to(Math.max(0, start - size)) : null,
    next: hasNext ? to(start + size) : null,
  }
}

/** The position of a cursor in the list is unknown. */
function cursorTurns({ next, previous }: EntryValue, rows: number, asked: Pagination): PageTurns | null {
  if (typeof next !== 'string' && typeof previous !== 'string') return null
  return {
    text: `${rows} here`,
    previous: typeof previous === 'string' ? { ...asked, side: 'before', from: previous } : null,
    next: typeof next === 'string' ? { ...asked, side: 'after', from: next } : null,
  }
}

/** A cursor is a place in one order: in another, the list is read from its beginning. */
export function withOwnCursor(query: QueryModel, before: QueryModel): QueryModel {
  const { pagination, sort } = query
  if (sort === before.sort || pagination.style !== 'cursor' || pagination.from === '') return query
  return { ...query, pagination: { ...pagination, side: 'after', from: '' } }
}
