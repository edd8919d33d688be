/** Hints for queries in the syntax of other APIs and tools, added to errors that have none. */

import { keyHint } from '../check/key-hints.ts'
import type { Profile } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { asList, type RawParams, type RawValue } from '../request/raw-params.ts'
import { shapeHint } from './shape-hints.ts'

/**
 * Runs `read`, and adds a hint to its errors if the syntax is recognized. In the profile `strapi` errors stay as
 * Strapi's.
 */
export function withSpellingHints<T>(params: RawParams, profile: Profile, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw profile === 'strapi' ? error : hinted(error, params)
  }
}

function hinted(error: unknown, params: RawParams): unknown {
  if (!(error instanceof ApiError) || error.status !== 400 || error.details.hint !== undefined) return error
  return withHint(error, flattenedHint(params) ?? keyHint(error) ?? shapeHint(error))
}

/** The same error, with the hint if it is not undefined. */
export function withHint(error: ApiError, hint: string | undefined): ApiError {
  if (hint === undefined) return error
  const { code, message, headers, cause, refused } = error
  return new ApiError(code, { message, headers, cause, refused, details: { ...error.details, hint } })
}

/** Parameters that nest, and how to write each. */
const NESTED: Readonly<Record<string, string>> = {
  filters: 'filters[title][$eq]=x',
  populate: 'populate[author]=true',
  sort: 'sort[0]=title:asc',
  fields: 'fields[0]=title',
  pagination: 'pagination[page]=1',
}

/**
 * Recognizes `filters=[object Object]`, as URLSearchParams writes an object, `populate={"author":true}` and
 * `fields=["title"]`.
 */
function flattenedHint(params: RawParams): string | undefined {
  const flattened = Object.entries(NESTED).find(([name]) => isFlattened(params[name]))
  if (flattened === undefined) return undefined
  return `Write objects with brackets, ${flattened[1]}, as qs.stringify does; URLSearchParams and JSON.stringify do not`
}

const FLATTENED = ['[object ', '{', '["']

function isFlattened(value: RawValue | undefined): boolean {
  if (typeof value === 'string') return FLATTENED.some((beginning) => value.startsWith(beginning))
  return asList(value)?.some((item) => typeof item === 'string' && isFlattened(item)) ?? false
}
