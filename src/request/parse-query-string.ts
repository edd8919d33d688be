/**
 * Bracket notation → nested raw params. `qs` is the library that the clients themselves write query strings with,
 * so its corner cases are the expected ones; what it would silently cut off is an error here.
 */

import qs from 'qs'
import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { asList, type RawParams, type RawValue } from './raw-params.ts'

export function parseQueryString(text: string, limits: Limits): RawParams {
  refuseMany(text, limits)
  const params = parseBrackets(text, limits)
  refuseLongLists(params, limits)
  // A shorter text cannot contain that many.
  if (text.length > limits.listLength) refuseLongTexts(params, limits)
  return params
}

const LAST_INDEX = /(\[|%5B)\d*(\]|%5D)$/i

/**
 * The values of one list count as one parameter: they have a limit of their own. Both are counted before the pairs are
 * parsed: a body may have half a million, which take qs a second, in which no other request is answered.
 */
function refuseMany(text: string, { parameters, listLength, queryValues }: Limits): void {
  // The text is too short to exceed a limit.
  if (text.length <= Math.min(parameters, listLength, queryValues)) return
  const values = new Map<string, number>()
  let all = 0
  for (const name of namesIn(text)) {
    all += 1
    if (all > queryValues) throw limitExceeded('queryValues', queryValues)
    const count = (values.get(name) ?? 0) + 1
    if (count > listLength) throw limitExceeded('listLength', listLength)
    values.set(name, count)
    if (values.size > parameters) throw limitExceeded('parameters', parameters)
  }
}

/** One after another, so that parsing stops early when there are too many. */
function* namesIn(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('&', start)
    const end = found === -1 ? text.length : found
    yield text.slice(start, end).split('=', 1)[0]?.replace(LAST_INDEX, '') ?? ''
    start = end + 1
  }
}

function parseBrackets(text: string, limits: Limits): RawParams {
  try {
    return qs.parse(text, {
      strictNullHandling: true,
      plainObjects: true,
      allowPrototypes: true,
      depth: limits.nesting,
      strictDepth: true,
      parameterLimit: Number.POSITIVE_INFINITY,
      arrayLimit: limits.listLength,
      decoder: decodeStrictly,
    }) as RawParams
  } catch (error) {
    if (error instanceof RangeError) throw limitExceeded('nesting', limits.nesting)
    throw error
  }
}

/**
 * qs turns a list that is too long, or whose indexes are too high, into an object with numeric keys: high indexes are
 * allowed.
 */
function refuseLongLists(value: RawValue, limits: Limits): void {
  if (typeof value === 'string' || value === null) return
  if ((asList(value)?.length ?? 0) > limits.listLength) throw limitExceeded('listLength', limits.listLength)
  for (const item of Object.values(value)) refuseLongLists(item, limits)
}

/** Parameters whose texts may be lists: `sort=title,id`. */
const LISTS = new Set(['sort', 'populate', 'fields', '$first', 'by'])

/** The same for comma-separated lists. Values of filters are not lists, whatever the attribute's name. */
function refuseLongTexts(value: RawValue, limits: Limits): void {
  if (typeof value === 'string' || value === null) return
  for (const [name, item] of Object.entries(value)) {
    if (LISTS.has(name) && itemsIn(item, limits.listLength) > limits.listLength) {
      throw limitExceeded('listLength', limits.listLength)
    }
    if (name !== 'filters') refuseLongTexts(item, limits)
  }
}

/** Items in all texts of a parameter; counting stops beyond `most`. */
function itemsIn(value: RawValue, most: number): number {
  if (typeof value === 'string') return value.split(',', most + 1).length
  let items = 0
  for (const item of asList(value) ?? []) {
    items += itemsIn(item, most)
    if (items > most) break
  }
  return items
}

const PROTO_SEGMENT = /\[__proto__\]/

/**
 * qs silently drops `__proto__` keys, and a filter with them: here they are unknown keys. Not every database can store NUL
 * in a text, so searching for it is refused.
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
