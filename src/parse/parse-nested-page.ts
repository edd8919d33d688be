/**
 * `populate[reviews][pagination][limit]=3` → which rows of a populated list, and whether they are counted (extension
 * `nestedPages`).
 */

import type { RestSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { asFlag, isRawObject, type RawObject, type RawValue } from '../request/raw-params.ts'
import type { NumberedPage } from './parse-pagination.ts'

export type NestedPage = Pick<NumberedPage, 'kind' | 'start' | 'limit' | 'withCount'>

export type PageSizes = Pick<RestSettings, 'defaultLimit' | 'maxLimit'>

const PARAM = 'populate'
const KEYS: readonly string[] = ['page', 'pageSize', 'start', 'limit', 'withCount']

/**
 * `path`: the path of attributes to the list. Numbers outside the limits are errors, unlike in the pagination of entries,
 * since a list without `meta` could not show the number that was used.
 */
export function parseNestedPage(raw: RawValue, path: string, sizes: PageSizes): NestedPage {
  if (!isRawObject(raw)) throw valueError('pagination', raw, path, 'an object: [pagination][limit]=3')
  const unknown = Object.keys(raw).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) {
    throw invalidKey({ key: unknown, path: `${path}.pagination`, param: PARAM, candidates: KEYS })
  }
  const byOffset = 'start' in raw || 'limit' in raw
  if (byOffset && ('page' in raw || 'pageSize' in raw)) throw new ApiError('PAGINATION_MIXED')
  const withCount = parseWithCount(raw.withCount, path)
  const limit = sizeOf(raw, byOffset ? 'limit' : 'pageSize', path, sizes)
  if (byOffset) return { kind: 'offset', start: numberFrom(raw, 'start', path, 0) ?? 0, limit, withCount }
  const start = ((numberFrom(raw, 'page', path, 1) ?? 1) - 1) * limit
  if (!Number.isSafeInteger(start)) throw valueError('page', raw.page ?? null, path, 'a smaller number')
  return { kind: 'page', start, limit, withCount }
}

/** A page for many lists at once: only a limit, since an offset makes sense for one list only. */
export function parseListLimit(raw: RawValue, path: string, sizes: PageSizes): NestedPage {
  const other = isRawObject(raw) ? Object.keys(raw).find((key) => key !== 'limit') : undefined
  if (other === undefined) return parseNestedPage(raw, path, sizes)
  const hint = 'Lists are cut with [pagination][limit] alone'
  throw invalidKey({ key: other, path: `${path}.pagination`, param: PARAM, hint })
}

function sizeOf(raw: RawObject, key: string, path: string, { defaultLimit, maxLimit }: PageSizes): number {
  const size = numberFrom(raw, key, path, 1)
  if (size === null) return Math.min(defaultLimit, maxLimit)
  if (size > maxLimit) throw valueError(key, raw[key] ?? null, path, `at most ${maxLimit}`)
  return size
}

function numberFrom(raw: RawObject, key: string, path: string, least: number): number | null {
  const value = raw[key]
  if (value === undefined) return null
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (Number.isSafeInteger(number) && number >= least) return number
  throw valueError(key, value, path, `a whole number from ${least} on`)
}

function parseWithCount(raw: RawValue | undefined, path: string): boolean {
  if (raw === undefined) return false
  const flag = asFlag(raw)
  if (flag === undefined) throw valueError('withCount', raw, path, 'true or false')
  return flag
}

function valueError(key: string, value: RawValue, path: string, expected: string): ApiError {
  return new ApiError('PAGINATION_VALUE', {
    message: `Invalid value ${JSON.stringify(value)} for ${key} at ${path}. Expected ${expected}`,
    details: { key, path, source: 'query', param: PARAM },
  })
}
