/** `meta.pagination`, in the terms of the request. */

import type { Counting, CursorPage, NumberedPage } from '../parse/parse-pagination.ts'

export type PageMeta = Readonly<Record<string, number | string | null>>

export function numberedMeta(page: NumberedPage, found: number): PageMeta {
  const { kind, start, limit } = page
  const totals = totalsOf(page, found)
  if (kind === 'offset') return { start, limit, ...totals }
  const terms = { page: Math.floor(start / limit) + 1, pageSize: limit }
  return totals === null ? terms : { ...terms, pageCount: Math.ceil(totals.total / limit), ...totals }
}

/** Cursors of the pages around it; null where there is none. */
export interface Neighbours {
  readonly next: string | null
  readonly previous: string | null
}

export function cursorMeta(page: CursorPage, { next, previous }: Neighbours, found: number): PageMeta {
  return { limit: page.limit, next, previous, ...totalsOf(page, found) }
}

type Totals = { readonly total: number; readonly totalIs?: 'exact' | 'atLeast' }

/** A database that stores the total may know more than the cap: the response is the same on all. */
function totalsOf({ withCount, countCap }: Counting, found: number): Totals | null {
  if (!withCount) return null
  if (countCap === null) return { total: found }
  return { total: Math.min(found, countCap), totalIs: found > countCap ? 'atLeast' : 'exact' }
}
