/** The request for a live response → that for the response. */

import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from './http-request.ts'
import { type Call, splitUrl } from './read-call.ts'
import type { EntryRoute } from './routes.ts'

/** A request that outlives its first response. */
export interface WatchedRequest {
  readonly call: Call<EntryRoute>
  readonly authorization: string | undefined
  /** The `GET` request without credentials: rights are the caller's. */
  readonly request: HttpRequest
}

export interface WatchedUrl {
  /** The path and query string of the `GET` request that has the response. */
  readonly url: string
  readonly query: string
  /** `watch=etag`: whether events have a tag in place of the response. */
  readonly tagsAlone: boolean
}

const ACTION = /\/actions\/watch\/?$/

export function watchedUrl(requested: string): WatchedUrl {
  const { path, query: text } = splitUrl(requested)
  const pairs = text === '' ? [] : text.split('&')
  const own = pairs.filter(isOwn)
  if (own.length > 1 || own.some((pair) => pair !== 'watch=etag')) throw invalid(own)
  const query = pairs.filter((pair) => !isOwn(pair)).join('&')
  const plain = path.replace(ACTION, '')
  return { url: query === '' ? plain : `${plain}?${query}`, query, tagsAlone: own.length > 0 }
}

/** `watch`, and what would be inside it. */
function isOwn(pair: string): boolean {
  return /^watch(?:$|=|\[|%5b)/i.test(pair)
}

function invalid(pairs: readonly string[]): ApiError {
  return new ApiError('VALUE_INVALID', {
    message: `Invalid watch: ${pairs.join('&')}. It can only be watch=etag, once`,
    details: { param: 'watch' },
  })
}
