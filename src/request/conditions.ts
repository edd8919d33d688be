/** https://www.rfc-editor.org/rfc/rfc9110#section-13: whether the caller has what we would send. */

import type { HttpRequest } from './http-request.ts'

type Headers = HttpRequest['headers']

export interface Validators {
  readonly etag: string
  /** As an HTTP date: whole seconds. Null where nobody knows. */
  readonly lastModified: string | null
}

export function isUnchanged(headers: Headers, { etag, lastModified }: Validators): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) return known.trim() === '*' || listed(known).includes(opaque(etag))
  if (lastModified === null) return false
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Date.parse(lastModified) <= since
}

/** Part of a file is of use only to those who have the other parts of the same one. */
export function mayResume(headers: Headers, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range']
  return condition === undefined || condition === etag || condition === lastModified
}

function listed(header: string): readonly string[] {
  return header.split(',').map((tag) => opaque(tag.trim()))
}

/** Weak or not: for the question whether something has changed that is the same. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
