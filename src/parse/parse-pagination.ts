/** `pagination[…]` → which rows, and the form of `meta.pagination`. */

import { EVERYTHING, type RestSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { asFlag, isRawObject, type RawObject, type RawParams, type RawValue } from '../request/raw-params.ts'
import { type Extensions, extensionHint, NO_EXTENSIONS } from '../vocabulary/extensions.ts'
import { type Cursor, invalidCursor, readCursor } from './cursor.ts'

/** `meta.pagination` has the same terms as the request. */
export type Page = NumberedPage | CursorPage

export interface NumberedPage extends Counting {
  readonly kind: 'page' | 'offset'
  readonly start: number
  readonly limit: number
}

export interface CursorPage extends Counting {
  readonly kind: 'cursor'
  readonly limit: number
  readonly seek: Seek
}

/** The entries next to a position, on one side of it. */
export interface Seek {
  readonly side: Side
  /** Null: those at the beginning of the list, or before its end. */
  readonly cursor: Cursor | null
}

export type Side = 'after' | 'before'

export interface Counting {
  readonly withCount: boolean
  /** Counting stops beyond this number of entries; null: all are counted. */
  readonly countCap: number | null
}

type PageSettings = Pick<
  RestSettings,
  'defaultLimit' | 'maxLimit' | 'withCount' | 'countCap' | 'extensions' | 'profile'
>

export function parsePagination(params: RawParams, settings: PageSettings): Page {
  const raw = paginationIn(params, settings)
  if (!isRawObject(raw.start) || !settings.extensions.on.has('cursors')) return parseNumbered(raw, settings)
  refuseMixed(raw)
  // With cursors nothing is counted unless the request asks for it.
  const counting = parseCounting(raw.withCount, { ...settings, withCount: false })
  return { kind: 'cursor', limit: size(raw, 'limit', settings), seek: parseSeek(raw.start), ...counting }
}

/** For lists that have no cursors. */
export function parseNumberedPage(params: RawParams, settings: PageSettings): NumberedPage {
  return parseNumbered(paginationIn(params, settings), settings)
}

function paginationIn(params: RawParams, { profile }: PageSettings): RawObject {
  if (params.page !== undefined || params.pageSize !== undefined) {
    const details = profile === 'strapi' ? {} : { hint: 'Write pagination[page]=2&pagination[pageSize]=25' }
    throw new ApiError('PAGINATION_MISPLACED', { details })
  }
  return isRawObject(params.pagination) ? params.pagination : {}
}

function parseNumbered(raw: RawObject, settings: PageSettings): NumberedPage {
  refuseMixed(raw)
  const counting = parseCounting(raw.withCount, settings)
  if (isRawObject(raw.start)) {
    throw valueError('pagination[start]', raw.start, 'an integer', extensionHint('cursors', settings.extensions))
  }
  if (isByOffset(raw)) {
    return { kind: 'offset', start: atLeast(0, raw, 'start') ?? 0, limit: limitIn(raw, settings), ...counting }
  }
  const limit = size(raw, 'pageSize', settings)
  const start = ((atLeast(1, raw, 'page') ?? 1) - 1) * limit
  if (!Number.isSafeInteger(start)) throw valueError('pagination[page]', raw.page ?? null, 'a smaller number')
  return { kind: 'page', start, limit, ...counting }
}

const hasValue = (value: RawValue | undefined): boolean => value !== undefined && value !== null

const hasOffset = (raw: RawObject): boolean => hasValue(raw.start) || hasValue(raw.limit)

function refuseMixed(raw: RawObject): void {
  if (hasOffset(raw) && (hasValue(raw.page) || hasValue(raw.pageSize))) throw new ApiError('PAGINATION_MIXED')
}

/** Names without a value set nothing, but `meta` is in their terms. */
function isByOffset(raw: RawObject): boolean {
  return hasOffset(raw) || (('start' in raw || 'limit' in raw) && !('page' in raw || 'pageSize' in raw))
}

/** Beside a start, Strapi takes a limit without a value for 0. */
function limitIn(raw: RawObject, settings: PageSettings): number {
  return hasValue(raw.start) && raw.limit === null ? 1 : size(raw, 'limit', settings)
}

function parseSeek(start: RawObject): Seek {
  const [side, ...others] = Object.keys(start)
  if ((side !== 'after' && side !== 'before') || others.length > 0) {
    throw valueError('pagination[start]', start, 'an integer, or one of [after] and [before] with a cursor')
  }
  const param = `pagination[start][${side}]`
  const text = start[side] ?? ''
  if (typeof text !== 'string') throw invalidCursor(param)
  return { side, cursor: text === '' ? null : readCursor(text, param) }
}

/**
 * For the bare lists of files and of users: `pagination` as elsewhere, or `start` and `limit` beside the other parameters, as in
 * Strapi, where a limit of 0 or -1 means no limit. A bare list cannot show that a limit was lowered, so it is not.
 */
export function parseBareWindow(params: RawParams, settings: PageSettings): Pick<NumberedPage, 'start' | 'limit'> {
  const atRoot = params.start !== undefined || params.limit !== undefined
  if (isRawObject(params.pagination)) {
    if (atRoot) throw new ApiError('PAGINATION_MIXED')
    return parseNumbered(params.pagination, { ...settings, maxLimit: EVERYTHING, extensions: NO_EXTENSIONS })
  }
  const limit = integer(params, 'limit', 'limit')
  if (limit !== null && limit < -1) throw valueError('limit', params.limit ?? null, 'a positive integer')
  const start = integer(params, 'start', 'start') ?? 0
  if (start < 0) throw valueError('start', params.start ?? null, 'a positive integer')
  return { start, limit: limit === null || limit < 1 ? EVERYTHING : limit }
}

const CAPPED = 'capped'

function parseCounting(raw: RawValue | undefined, { withCount, countCap, extensions }: PageSettings): Counting {
  const isOn = extensions.on.has('cursors')
  if (isOn && raw === CAPPED) return { withCount: true, countCap }
  const flag = raw === undefined ? withCount : asFlag(raw)
  if (flag !== undefined) return { withCount: flag, countCap: null }
  const hint = hintFor(raw, extensions)
  throw new ApiError('PAGINATION_VALUE', {
    message: `Invalid withCount parameter. Expected "t","1","true","false","0","f"${isOn ? `,"${CAPPED}"` : ''}`,
    details: hint === undefined ? {} : { hint },
  })
}

function hintFor(raw: RawValue | undefined, extensions: Extensions): string | undefined {
  if (raw === CAPPED) return extensionHint('cursors', extensions)
  return isRawObject(raw) ? extensionHint('aggregates', extensions) : undefined
}

function size(raw: RawObject, key: string, settings: PageSettings): number {
  return Math.min(atLeast(1, raw, key) ?? settings.defaultLimit, settings.maxLimit)
}

/** Numbers below the least are raised to it, visibly in `meta.pagination`; what is not a whole number is an error. */
function atLeast(least: number, raw: RawObject, key: string): number | null {
  const number = integer(raw, key, `pagination[${key}]`)
  return number === null ? null : Math.max(least, number)
}

function integer(raw: RawObject, key: string, param: string): number | null {
  const value = raw[key]
  if (value === undefined || value === null) return null
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw valueError(param, value, 'an integer')
  return number
}

function valueError(param: string, value: RawValue, expected: string, hint?: string): ApiError {
  return new ApiError('PAGINATION_VALUE', {
    message: `Invalid value ${JSON.stringify(value)} for ${param}. Expected ${expected}`,
    details: { source: 'query', param, ...(hint === undefined ? {} : { hint }) },
  })
}
