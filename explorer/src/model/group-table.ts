/** A response with groups, as a table: what they are grouped by, and what was computed of each. */

import { isRecord } from '../../../src/config/project-config.ts'
import { entryFilters } from './group-filters.ts'
import type { Groups } from './groups.ts'
import { NO_PAGINATION } from './query-model.ts'
import { type RequestModel, writeRequest } from './request.ts'

export interface GroupTable {
  readonly keys: readonly string[]
  readonly values: readonly ValueColumn[]
  readonly rows: readonly GroupRow[]
}

export interface ValueColumn {
  readonly name: string
  /** The greatest of its numbers, for bars; 0 where there is nothing to compare. */
  readonly greatest: number
}

export interface GroupRow {
  readonly keys: readonly unknown[]
  readonly values: readonly unknown[]
}

/** Null for a response of another form. */
export function groupTable(body: unknown): GroupTable | null {
  const data = isRecord(body) && Array.isArray(body.data) ? body.data.filter(isRecord) : null
  if (data === null || data.length === 0) return null
  const flat = data.map(({ by, ...computed }) => ({ by: isRecord(by) ? by : {}, computed: flattened(computed) }))
  const keys = [...new Set(flat.flatMap(({ by }) => Object.keys(by)))]
  const names = [...new Set(flat.flatMap(({ computed }) => Object.keys(computed)))]
  const rows = flat.map(({ by, computed }) => ({
    keys: keys.map((name) => by[name]),
    values: names.map((name) => computed[name]),
  }))
  const values = names.map((name, index) => ({
    name,
    greatest: Math.max(0, ...rows.map(({ values: row }) => numberOf(row[index]) ?? 0)),
  }))
  return { keys, values, rows }
}

/** `{ sum: { views: 3 } }` → `{ 'sum.views': 3 }`. */
function flattened(computed: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(computed).flatMap(([name, value]) =>
      isRecord(value) ? Object.entries(value).map(([path, one]) => [`${name}.${path}`, one]) : [[name, value]],
    ),
  )
}

/** Sums of large integers arrive as strings; those beyond the safe integers stay strings. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' ? number : null
}

/** The request for the entries of a group; null where adding filters is not enough. */
export function entriesUrl(row: GroupRow, request: RequestModel, groups: Groups, prefix: string): string | null {
  const filters = entryFilters(row.keys, groups.by)
  if (filters === null) return null
  const { query } = request
  const entries = { ...query, filters: [...query.filters, ...filters], sort: [], pagination: NO_PAGINATION }
  return writeRequest({ ...request, groups: null, query: entries }, prefix)
}
