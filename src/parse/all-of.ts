import type { ParsedFilter } from './parsed-query.ts'

/** One filter stays as it is. */
export function allOf(items: readonly ParsedFilter[]): ParsedFilter {
  const [first, ...rest] = items
  return first !== undefined && rest.length === 0 ? first : { kind: 'and', items }
}
