/** `pagination[…]` → which rows, and how the answer speaks of them. */

import type { RestSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { asFlag, isRawObject, type RawObject, type RawParams, type RawValue } from '../request/raw-params.ts'

export interface Page {
  /** By page, or by offset: `meta.pagination` has the same terms as the request. */
  readonly kind: 'page' | 'offset'
  readonly start: number
  readonly limit: number
  readonly withCount: boolean
}

type PageSettings = Pick<RestSettings, 'defaultLimit' | 'maxLimit' | 'withCount'>

export function parsePagination(params: RawParams, settings: PageSettings): Page {
  if (params.page !== undefined || params.pageSize !== undefined) throw new ApiError('PAGINATION_MISPLACED')
  const raw: RawObject = isRawObject(params.pagination) ? params.pagination : {}
  const byOffset = 'start' in raw || 'limit' in raw
  if (byOffset && ('page' in raw || 'pageSize' in raw)) throw new ApiError('PAGINATION_MIXED')
  const withCount = parseWithCount(raw.withCount, settings)
  if (byOffset) {
    return { kind: 'offset', start: atLeast(0, raw, 'start') ?? 0, limit: size(raw, 'limit', settings), withCount }
  }
  const limit = size(raw, 'pageSize', settings)
  const start = ((atLeast(1, raw, 'page') ?? 1) - 1) * limit
  if (!Number.isSafeInteger(start)) throw valueError('page', raw.page ?? null, 'a smaller number')
  return { kind: 'page', start, limit, withCount }
}

/** For endpoints without `pagination`: `start` and `limit` beside the other parameters. */
export function parseRootPage(params: RawParams, maxLimit: number): Pick<Page, 'start' | 'limit'> {
  return {
    start: atLeast(0, params, 'start') ?? 0,
    limit: Math.min(atLeast(1, params, 'limit') ?? maxLimit, maxLimit),
  }
}

function parseWithCount(raw: RawValue | undefined, settings: PageSettings): boolean {
  if (raw === undefined) return settings.withCount
  const flag = asFlag(raw)
  if (flag !== undefined) return flag
  throw new ApiError('PAGINATION_VALUE', {
    message: 'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
  })
}

function size(raw: RawObject, key: string, settings: PageSettings): number {
  return Math.min(atLeast(1, raw, key) ?? settings.defaultLimit, settings.maxLimit)
}

/** Numbers below the least are raised to it, visibly in `meta.pagination`; what is no whole number is an error. */
function atLeast(least: number, raw: RawObject, key: string): number | null {
  const value = raw[key]
  if (value === undefined) return null
  const number = value === null ? 0 : typeof value === 'string' ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw valueError(key, value, 'an integer')
  return Math.max(least, number)
}

function valueError(key: string, value: RawValue, expected: string): ApiError {
  const param = `pagination[${key}]`
  return new ApiError('PAGINATION_VALUE', {
    message: `Invalid value ${JSON.stringify(value)} for ${param}. Expected ${expected}`,
    details: { source: 'query', param },
  })
}
