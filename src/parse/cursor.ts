/**
 * A position in a sorted list, as clients store it: base64url of `[version, order, value…]`. Opaque and unsigned: it
 * reveals nothing that a filter on the same sort keys could not find out, and the keys themselves come from the request.
 */

import { ApiError } from '../errors/api-error.ts'

export interface Cursor {
  /** Digest of the content type and the sort that the position belongs to. */
  readonly order: string
  /** The sort values of the row, as texts without loss, in the order of the sort keys. */
  readonly values: readonly (string | null)[]
}

const VERSION = 1

/** Longest text of a sort key in a cursor: a cursor has to fit into a URL, also with proxies in between. */
export const LONGEST_KEY = 1_000

export function writeCursor({ order, values }: Cursor): string {
  if (values.some(isTooLong)) throw new ApiError('CURSOR_KEY_LONG')
  return Buffer.from(JSON.stringify([VERSION, order, ...values])).toString('base64url')
}

/** `param`: the parameter that contains it. */
export function readCursor(text: string, param: string): Cursor {
  const [version, order, ...values] = listIn(text) ?? []
  if (version !== VERSION || typeof order !== 'string' || !values.every(isValue)) throw invalidCursor(param)
  return { order, values }
}

export function invalidCursor(param: string, message = 'Invalid cursor'): ApiError {
  const hint = `Cursors come from meta.pagination.next and meta.pagination.previous of a response with the same sort. An empty one starts at the beginning: ${param}=`
  return new ApiError('CURSOR_INVALID', { message, details: { source: 'query', param, hint } })
}

function listIn(text: string): readonly unknown[] | null {
  if (!/^[\w-]+$/.test(text)) return null
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isValue(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && !isTooLong(value))
}

/** In characters, as databases count them. */
function isTooLong(text: string | null): boolean {
  return text !== null && text.length > LONGEST_KEY && [...text].length > LONGEST_KEY
}
