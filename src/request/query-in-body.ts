/** A query in the body of a request → the `GET` request that asks the same. */

import { limitExceeded, namesTooLong } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { bodyFormat } from './content-type.ts'
import type { HttpRequest } from './http-request.ts'
import { readWholeBody } from './read-body.ts'
import { splitUrl } from './read-call.ts'

/** For `Accept-Query`: https://datatracker.ietf.org/doc/draft-ietf-httpbis-safe-method-w-body/ */
export const QUERY_TYPES = 'application/x-www-form-urlencoded, application/json'

/** `path`: where the entries are read by `GET`. */
export function queryInBody(request: HttpRequest, path: string, limits: Limits): HttpRequest {
  const { body: _read, stream: _unread, ...rest } = request
  if (splitUrl(request.url).query !== '') {
    throw new ApiError('REQUEST_MALFORMED', {
      message: 'There is a query in the URL and one in the body: send one of them',
    })
  }
  const query = queryOf(request, limits)
  return { ...rest, method: 'GET', url: query === '' ? path : `${path}?${query}` }
}

function queryOf(request: HttpRequest, limits: Limits): string {
  const format = bodyFormat(request)
  if (format !== 'form' && format !== 'json') {
    throw new ApiError('BODY_TYPE_UNKNOWN', { headers: { 'accept-query': QUERY_TYPES } })
  }
  // The GET request's own parser reads it.
  if (format === 'form') return escaped(request.body ?? '')
  const whole = readWholeBody(request, limits)
  if (!isRecord(whole)) {
    throw new ApiError('BODY_MALFORMED', {
      message: 'The body must be an object: { "filters": { … }, "sort": "title" }',
    })
  }
  return queryOfJson(whole, limits)
}

/** JSON of the same nesting → the query string. In a form, names as long as these would make the body too large. */
export function queryOfJson(query: object, limits: Limits): string {
  const pairs: string[] = []
  let named = 0
  for (const { name, value } of pairsOf(query, limits)) {
    named += name.length
    if (named > limits.bodySize) throw namesTooLong(limits.bodySize)
    if (pairs.push(`${name}=${value}`) > limits.queryValues) throw limitExceeded('queryValues', limits.queryValues)
  }
  return pairs.join('&')
}

/** Escapes characters that a URL cannot contain, such as line breaks. */
export function escaped(text: string): string {
  return text.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
}

interface Pair {
  readonly name: string
  readonly value: string
}

/** Empty lists and objects have no spelling in a query string, and mean nothing. */
function* pairsOf(value: unknown, limits: Limits, path = ''): Generator<Pair> {
  if (typeof value !== 'object' || value === null) {
    yield { name: path, value: encodeURIComponent(String(value)) }
    return
  }
  refuseMany(value, limits)
  for (const [key, item] of Object.entries(value)) {
    if (key === '' || /[[\]]/.test(key)) throw unspeakable(key, path)
    const name = encodeURIComponent(key)
    yield* pairsOf(item, limits, path === '' ? name : `${path}[${name}]`)
  }
}

/** The query string would be refused for it, but writing it would delay other requests for too long. */
function refuseMany(value: object, { listLength, parameters }: Limits): void {
  if (Array.isArray(value)) {
    if (value.length > listLength) throw limitExceeded('listLength', listLength)
  } else if (Object.keys(value).length > parameters) throw limitExceeded('parameters', parameters)
}

function unspeakable(key: string, path: string): ApiError {
  const where = path === '' ? '' : ` at ${decodeURIComponent(path)}`
  return new ApiError('BODY_MALFORMED', {
    message: `Invalid key ${JSON.stringify(key)}${where}: brackets separate keys`,
  })
}
