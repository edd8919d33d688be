import { commonRef } from './api.ts'
import type { JsonSchema } from './document.ts'
import { listOf, objectOf } from './json-schema.ts'

/** Entries, and what is said of their page. */
export function listSchema(item: JsonSchema): JsonSchema {
  const meta = objectOf({ pagination: commonRef('Pagination') }, ['pagination'])
  return objectOf({ data: listOf(item), meta }, ['data', 'meta'])
}
