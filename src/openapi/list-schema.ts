import { commonRef } from './api.ts'
import type { JsonSchema } from './document.ts'
import { listOf, objectOf } from './json-schema.ts'

/** Entries, and what is said of their page; `more` is what `meta` may have besides. */
export function listSchema(item: JsonSchema, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const meta = objectOf({ pagination: commonRef('Pagination'), ...more }, ['pagination'])
  return objectOf({ data: listOf(item), meta }, ['data', 'meta'])
}
