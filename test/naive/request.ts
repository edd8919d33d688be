import type { SortKey } from './sort.ts'
import { isList, isObject, type Json } from './values.ts'

/** A parsed query string: the parameters as a client wrote them. */
export interface Query {
  readonly filters?: Json
  readonly sort?: Json
  readonly fields?: Json
  readonly populate?: Json
  readonly pagination?: Json
  readonly locale?: Json
  readonly status?: Json
}

/** '*' stands for every attribute of whatever model it meets. */
export type PopulateMap = '*' | { readonly [attribute: string]: Populate }

export interface Populate {
  readonly fields?: readonly string[]
  readonly filters?: Json
  readonly sort: readonly SortKey[]
  readonly populate: PopulateMap
  readonly count: boolean
  readonly on?: { readonly [uid: string]: Populate }
  readonly page?: PopulatedPage
}

/** A page of a populated list. */
export interface PopulatedPage {
  readonly start: number
  readonly limit: number
  /** Undefined: the list stays a bare one. */
  readonly meta?: (total: number) => Json
}

const PLAIN: Populate = { sort: [], populate: {}, count: false }
const YES = ['true', 't', '1']
const NO = ['false', 'f', '0']

const words = (value: Json | undefined): readonly string[] => {
  if (isList(value)) return value.flatMap(words)
  if (typeof value !== 'string') return []
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** `asc`, `desc.ci.nullslast`; a seed for an order by chance. */
const sortKey = (path: readonly string[], order: string): SortKey => {
  if (path[0] === '$random') return { path, descending: false, seed: order }
  const [direction, ...modifiers] = order.toLowerCase().split('.')
  const nulls = modifiers.find((word) => word.startsWith('nulls'))
  return {
    path,
    descending: direction === 'desc',
    fold: modifiers.includes('ci'),
    ...(nulls === undefined ? {} : { nulls: nulls === 'nullsfirst' ? 'first' : 'last' }),
  }
}

const sortWord = (word: string): readonly SortKey[] => {
  const [path = '', order = 'asc'] = word.split(':')
  return path === '' ? [] : [sortKey(path.split('.'), order)]
}

export const toSort = (value: Json | undefined, prefix: readonly string[] = []): readonly SortKey[] => {
  if (isList(value)) return value.flatMap((element) => toSort(element, prefix))
  if (!isObject(value)) return words(value).flatMap(sortWord)
  return Object.entries(value).flatMap(([name, inner]) =>
    isObject(inner) ? toSort(inner, [...prefix, name]) : [sortKey([...prefix, name], String(inner))],
  )
}

/** undefined: every field. */
export const toFields = (value: Json | undefined): readonly string[] | undefined => {
  const names = words(value)
  const everything = value === undefined || value === null || names.includes('*')
  return everything ? undefined : names
}

const merge = (left: PopulateMap, right: PopulateMap): PopulateMap => {
  if (left === '*' || right === '*') return '*'
  const result: Record<string, Populate> = { ...left }
  for (const [name, populate] of Object.entries(right)) {
    const before = result[name]
    result[name] = before === undefined ? populate : { ...before, populate: merge(before.populate, populate.populate) }
  }
  return result
}

const dotted = (path: string): PopulateMap => {
  const [head = '', ...rest] = path.split('.')
  return { [head]: { ...PLAIN, populate: rest.length === 0 ? {} : dotted(rest.join('.')) } }
}

const DEFAULT_LIMIT = 25

export const toPage = (value: { readonly [key: string]: Json }): PopulatedPage => {
  const number = (name: string, fallback: number) => (value[name] === undefined ? fallback : Number(value[name]))
  const counted = YES.includes(String(value.withCount))
  if (value.start !== undefined || value.limit !== undefined) {
    const [start, limit] = [number('start', 0), number('limit', DEFAULT_LIMIT)]
    return { start, limit, ...(counted ? { meta: (total: number) => ({ start, limit, total }) } : {}) }
  }
  const [page, pageSize] = [number('page', 1), number('pageSize', DEFAULT_LIMIT)]
  const meta = (total: number) => ({ page, pageSize, pageCount: Math.ceil(total / pageSize), total })
  return { start: (page - 1) * pageSize, limit: pageSize, ...(counted ? { meta } : {}) }
}

const toOptions = (value: Json): Populate => {
  if (!isObject(value)) return PLAIN
  const fields = toFields(value.fields)
  return {
    ...(fields === undefined ? {} : { fields }),
    ...(value.filters === undefined ? {} : { filters: value.filters }),
    ...(isObject(value.pagination) ? { page: toPage(value.pagination) } : {}),
    ...(isObject(value.on) ? { on: mapValues(value.on, toOptions) } : {}),
    sort: toSort(value.sort),
    populate: toPopulate(value.populate),
    count: YES.includes(String(value.count)),
  }
}

const mapValues = (record: { readonly [key: string]: Json }, change: (value: Json) => Populate) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

export const toPopulate = (value: Json | undefined): PopulateMap => {
  if (value === '*') return '*'
  if (!isObject(value)) return words(value).map(dotted).reduce(merge, {})
  const wanted = Object.entries(value).filter(([, options]) => !NO.includes(String(options)))
  return Object.fromEntries(wanted.map(([name, options]) => [name, toOptions(options)]))
}
