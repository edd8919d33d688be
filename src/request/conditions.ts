/** https://www.rfc-editor.org/rfc/rfc9110#section-13: whether the client already has the response. */

import type { HttpRequest } from './http-request.ts'

type Headers = HttpRequest['headers']

export interface Validators {
  readonly etag: string
  /** An HTTP date, in whole seconds; null if unknown. */
  readonly lastModified: string | null
}

export function isUnchanged(headers: Headers, { etag, lastModified }: Validators): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) return known.trim() === '*' || known.includes(opaque(etag))
  if (lastModified === null) return false
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Date.parse(lastModified) <= since
}

/**
 * Whether the client has this version of a response. `*` does not count: it asks whether there is any version, which only
 * the response shows.
 */
export function hasVersion(headers: Headers, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined || known.trim() === '*') return false
  return known === etag || isUnchanged(headers, { etag, lastModified: null })
}

/** A range is useful only to a client that has the rest of the same version of the file. */
export function mayResume(headers: Headers, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range']
  return condition === undefined || condition === etag || condition === lastModified
}

/**
 * Weak comparison: enough for `If-None-Match`. With its quotes, which no tag has inside, so that it can be looked for in a
 * list of thousands without taking that apart.
 */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
