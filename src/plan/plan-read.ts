/** Query → ReadPlan: the passes, top to bottom. */

import type { Query } from '../check/query.ts'
import type { Seek } from '../parse/parse-pagination.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import { inLocale, shownVersions } from './choose-versions.ts'
import { DOCUMENT_ID } from './columns.ts'
import { allOf, test } from './conditions.ts'
import { isIndexed } from './indexed.ts'
import { planFilter } from './plan-filter.ts'
import { planOrder, withTieBreak } from './plan-order.ts'
import { planSearch, planWords } from './plan-search.ts'
import { planSeek } from './plan-seek.ts'
import { planEntry } from './plan-shape.ts'
import type { Condition, ReadPlan } from './read-plan.ts'
import type { ResponseFormat } from './response-format.ts'
import { withScans } from './scanned-texts.ts'

/** Selects a page of the matching rows, or the row of one document. */
export interface Window {
  readonly start: number
  readonly limit: number
  readonly seek: Seek | null
  readonly count: boolean
  readonly countCap: number | null
  readonly documentId: string | null
}

export function planRead(query: Query, window: Window, format: ResponseFormat, tables: Tables): ReadPlan {
  const { type, status, publication, withoutDrafts } = query
  const scope = { tables, status, publication, withoutDrafts, format }
  const { table, indexes } = tableOf(tables, type.uid)
  const condition = withScans(planRows(query, window.documentId, tables), indexes)
  const order = withTieBreak(planOrder(query.sort, type, scope))
  return {
    table,
    condition,
    order,
    start: window.start,
    limit: window.limit,
    seek: planSeek(window.seek, { table, condition, order }, indexes),
    count: window.count,
    countCap: window.countCap,
    indexed: isIndexed(condition, indexes),
    entry: planEntry(query.selection, scope),
    facets: [],
    search: planSearch(query, tables),
  }
}

/** The rows that the query describes. */
export function planRows(query: Query, documentId: string | null, tables: Tables): Condition {
  const { type, status, publication, withoutDrafts, locale, filter } = query
  const shown = shownVersions(type, query, tables)
  const words = planWords(query, tables)
  return allOf([
    ...(words === null ? [] : [{ kind: 'words' as const, words }]),
    shown,
    inLocale(locale, type, shown, tables),
    ...(documentId === null ? [] : [test(DOCUMENT_ID, { kind: 'eq', value: documentId })]),
    ...(filter === null ? [] : [planFilter(filter, type, { tables, status, publication, withoutDrafts })]),
  ])
}
