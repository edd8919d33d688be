/**
 * Bracket notation → nested raw params. `qs` is the library that the clients themselves write query strings with,
 * so its corner cases are the expected ones; what it would silently cut off is an error here.
 */

import qs from 'qs'
import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { RawParams } from './raw-params.ts'

export function parseQueryString(text: string, limits: Limits): RawParams {
  try {
    return qs.parse(text, {
      strictNullHandling: true,
      plainObjects: true,
      allowPrototypes: true,
      depth: limits.nesting,
      strictDepth: true,
      parameterLimit: limits.parameters,
      arrayLimit: limits.listLength,
      throwOnLimitExceeded: true,
      decoder: decodeStrictly,
    }) as RawParams
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof RangeError) throw exceededLimit(error, limits)
    throw error
  }
}

const PROTO_SEGMENT = /\[__proto__\]/

/**
 * qs drops `__proto__` keys without a word, and with them a filter: here they are unknown keys like any other.
 * Not every database can store a NUL in a text, so none can be sought.
 */
function decodeStrictly(
  text: string,
  decode: (text: string, decoder?: undefined, charset?: string) => string,
  charset: string,
  type: 'key' | 'value',
): string {
  const decoded = decode(text, undefined, charset)
  if (decoded.includes('\0'))
    throw new ApiError('REQUEST_MALFORMED', { message: 'The query string contains a NUL character' })
  if (type === 'key' && PROTO_SEGMENT.test(decoded)) {
    throw invalidKey({ key: '__proto__', path: null, param: decoded.slice(0, decoded.indexOf('[')) })
  }
  return decoded
}

function exceededLimit(error: RangeError, limits: Limits): ApiError {
  if (error.message.startsWith('Parameter')) return limitExceeded('parameters', limits.parameters)
  if (error.message.startsWith('Array')) return limitExceeded('listLength', limits.listLength)
  return limitExceeded('nesting', limits.nesting)
}
