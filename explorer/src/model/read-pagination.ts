/** `pagination` of the URL, for the list or a populated one, → the builder's model. */

import { parseNames } from '../../../src/parse/parse-names.ts'
import { asFlag, asList, isRawObject, type RawObject, type RawValue } from '../../../src/request/raw-params.ts'
import { NO_PAGINATION, type Pagination } from './query-model.ts'

const KEYS: ReadonlySet<string> = new Set(['page', 'pageSize', 'start', 'limit', 'withCount'])

/** Undefined for what the builder cannot show. */
export function readPagination(raw: RawValue): Pagination | undefined {
  // The server ignores anything but an object.
  if (!isRawObject(raw) || Object.keys(raw).some((key) => !KEYS.has(key))) return undefined
  const place = isRawObject(raw.start) ? readCursor(raw, raw.start) : readPlace(raw)
  const counting = readCounting(raw.withCount)
  return place === undefined || counting === undefined ? undefined : { ...NO_PAGINATION, ...place, ...counting }
}

/** Without cursors and counts by value, which populated lists do not have. */
export function readNestedPagination(raw: RawValue | undefined): Pagination | undefined {
  if (raw === undefined) return NO_PAGINATION
  const page = readPagination(raw)
  const isNested = page !== undefined && page.style !== 'cursor' && page.withCount !== 'capped' && !hasFacets(page)
  return isNested && page !== undefined && saysSomething(page) ? page : undefined
}

export function hasFacets({ by, byOthers }: Pagination): boolean {
  return by.length + byOthers.length > 0
}

export function saysSomething(page: Pagination): boolean {
  return page.style === 'cursor' || hasFacets(page) || page.from + page.size + page.withCount !== ''
}

function readPlace({ page, pageSize, start, limit }: RawObject): Partial<Pagination> | undefined {
  if (![page, pageSize, start, limit].every(isText)) return undefined
  const byPage = page !== undefined || pageSize !== undefined
  const byOffset = start !== undefined || limit !== undefined
  if (byPage && byOffset) return undefined
  const [style, from, size] = byOffset ? (['offset', start, limit] as const) : (['page', page, pageSize] as const)
  return { style, from: String(from ?? ''), size: String(size ?? '') }
}

/** `[start][after]=…`, `[start][before]=…`; an empty one is at an end of the list. */
function readCursor({ page, pageSize, limit }: RawObject, start: RawObject): Partial<Pagination> | undefined {
  const [[side, cursor = null] = [], ...others] = Object.entries(start)
  if ((side !== 'after' && side !== 'before') || others.length > 0 || isRawObject(cursor)) return undefined
  if (page !== undefined || pageSize !== undefined || !isText(limit) || asList(cursor) !== null) return undefined
  return { style: 'cursor', side, from: String(cursor ?? ''), size: String(limit ?? '') }
}

function isText(value: RawValue | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value !== '')
}

type Counting = Pick<Pagination, 'withCount' | 'by' | 'byOthers'>

function readCounting(raw: RawValue | undefined): Counting | undefined {
  if (!isRawObject(raw) || asList(raw) !== null) {
    const withCount = readTotal(raw)
    return withCount === undefined ? undefined : { withCount, by: [], byOthers: [] }
  }
  const { by, byOthers, total, ...unknown } = raw
  const withCount = readTotal(total)
  const names = [readNames(by), readNames(byOthers)] as const
  if (withCount === undefined || names[0] === undefined || names[1] === undefined) return undefined
  // Without names it is only a total, which still needs the extension.
  if (Object.keys(unknown).length > 0 || names.every((list) => list?.length === 0)) return undefined
  return { withCount, by: names[0], byOthers: names[1] }
}

function readTotal(raw: RawValue | undefined): Pagination['withCount'] | undefined {
  if (raw === undefined) return ''
  if (raw === 'capped') return raw
  const flag = asFlag(raw)
  return flag === undefined ? undefined : flag ? 'true' : 'false'
}

/** `a,b`, or a list. Undefined for what the server would refuse. */
export function readNames(raw: RawValue | undefined): readonly string[] | undefined {
  try {
    return parseNames(raw, '')
  } catch {
    return undefined
  }
}
