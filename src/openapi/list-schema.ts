import { commonRef } from './api.ts'
import type { JsonSchema } from './document.ts'
import { listOf, objectOf } from './json-schema.ts'

/** A list of entries with `meta` for its page; `more`: additional members of `meta`. */
export function listSchema(item: JsonSchema, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const meta = objectOf({ pagination: commonRef('Pagination'), ...more }, ['pagination'])
  return objectOf({ data: listOf(item), meta }, ['data', 'meta'])
}
