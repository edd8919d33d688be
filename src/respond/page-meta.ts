/** `meta.pagination`, in the terms of the request. */

import type { Counting, CursorPage, NumberedPage } from '../parse/parse-pagination.ts'

/** Finished JSON: objects that are made for each response, only to be written as text, take as long as a short statement. */
export type PageMeta = string

export function numberedMeta(page: NumberedPage, found: number): PageMeta {
  const { kind, start, limit } = page
  const total = shownTotal(page, found)
  const totals = totalsOf(page, total, found)
  if (kind === 'offset') return `{"start":${start},"limit":${limit}${totals}}`
  const terms = `"page":${Math.floor(start / limit) + 1},"pageSize":${limit}`
  return page.withCount ? `{${terms},"pageCount":${Math.ceil(total / limit)}${totals}}` : `{${terms}}`
}

/** Cursors of the previous and next page; null without one. */
export interface Neighbours {
  readonly next: string | null
  readonly previous: string | null
}

export function cursorMeta(page: CursorPage, { next, previous }: Neighbours, found: number): PageMeta {
  const cursors = `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`
  return `{"limit":${page.limit},${cursors}${totalsOf(page, shownTotal(page, found), found)}}`
}

/** A database that stores the total may know more than the cap: the response is the same on all. */
function shownTotal({ countCap }: Counting, found: number): number {
  return countCap === null ? found : Math.min(found, countCap)
}

function totalsOf({ withCount, countCap }: Counting, total: number, found: number): string {
  if (!withCount) return ''
  if (countCap === null) return `,"total":${total}`
  return `,"total":${total},"totalIs":"${found > countCap ? 'atLeast' : 'exact'}"`
}
