import { matches } from './filter.ts'
import type { Tables } from './load.ts'
import { type Model, modelAt } from './models.ts'
import { type Query, toFields, toPopulate, toSort } from './request.ts'
import { hasStatus, type Row, type Status } from './rows.ts'
import { show } from './show.ts'
import { sorted } from './sort.ts'
import { isList, isObject, type Json } from './values.ts'

const DEFAULT_LOCALE = 'en'
const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

export interface Answer {
  readonly data: Json
  readonly meta: Json
}

const statusOf = (query: Query): Status => (query.status === 'draft' ? 'draft' : 'published')

/** `filters[locale]` at the root takes the place of the parameter. */
const inLocale = (model: Model, query: Query): ((row: Row) => boolean) => {
  const replaced = isObject(query.filters) && 'locale' in query.filters
  if (model.localized !== true || replaced || query.locale === '*') return () => true
  const { locale } = query
  if (isList(locale)) return (row) => locale.includes(row.values.locale as string)
  return (row) => row.values.locale === (locale || DEFAULT_LOCALE)
}

/** `locale[$first]`: of each document, the row in the best of these locales. */
const firstOf = (rows: readonly Row[], codes: readonly Json[]): readonly Row[] => {
  const rank = (row: Row): number => codes.indexOf(row.values.locale as string)
  const better = (row: Row, other: Row): boolean =>
    other.values.documentId === row.values.documentId && rank(other) >= 0 && rank(other) < rank(row)
  return rows.filter((row) => rank(row) >= 0 && !rows.some((other) => better(row, other)))
}

const inChosenLocale = (rows: readonly Row[], model: Model, query: Query): readonly Row[] =>
  model.localized === true && isObject(query.locale) && isList(query.locale.$first)
    ? firstOf(rows, query.locale.$first)
    : rows.filter(inLocale(model, query))

interface Window {
  readonly start: number
  readonly limit: number
  readonly meta: (total: number) => Json
}

const atLeast = (minimum: number, value: Json | undefined, fallback: number): number =>
  value === undefined ? fallback : Math.max(minimum, Number(value ?? 0))

export const windowOf = (pagination: Json | undefined): Window => {
  const asked = isObject(pagination) ? pagination : {}
  const counted = !['false', 'f', '0'].includes(String(asked.withCount))
  const byOffset = asked.start !== undefined || asked.limit !== undefined
  if (byOffset) {
    const start = atLeast(0, asked.start, 0)
    const limit = Math.min(MAX_LIMIT, atLeast(1, asked.limit, DEFAULT_LIMIT))
    return { start, limit, meta: (total) => ({ start, limit, ...(counted ? { total } : {}) }) }
  }
  const pageSize = Math.min(MAX_LIMIT, atLeast(1, asked.pageSize, DEFAULT_LIMIT))
  const page = atLeast(1, asked.page, 1)
  const counts = (total: number): Record<string, Json> =>
    counted ? { pageCount: Math.ceil(total / pageSize), total } : {}
  return { start: (page - 1) * pageSize, limit: pageSize, meta: (total) => ({ page, pageSize, ...counts(total) }) }
}

/** Every entry that the request finds, in its order, before paging. */
export const findAll = (tables: Tables, path: string, query: Query): readonly Row[] => {
  const model = modelAt(path)
  const status = statusOf(query)
  const stored = [...(tables.get(model.uid)?.values() ?? [])].filter((row) => hasStatus(row, status))
  const rows = inChosenLocale(stored, model, query).filter((row) => matches(row, query.filters ?? undefined, status))
  return sorted(rows, toSort(query.sort), status)
}

export const answer = (tables: Tables, path: string, query: Query): Answer => {
  const status = statusOf(query)
  const fields = toFields(query.fields)
  const wanted = { ...(fields === undefined ? {} : { fields }), populate: toPopulate(query.populate) }
  const rows = findAll(tables, path, query)
  const [first] = rows
  if (modelAt(path).single === true) {
    return { data: first === undefined ? null : show(first, wanted, status), meta: {} }
  }
  const { start, limit, meta } = windowOf(query.pagination)
  const page = rows.slice(start, start + limit)
  return { data: page.map((row) => show(row, wanted, status)), meta: { pagination: meta(rows.length) } }
}
