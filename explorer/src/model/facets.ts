/** The counts by value that a response has beside its page. */

import { isRecord } from '../../../src/config/project-config.ts'

export interface Facet {
  readonly name: string
  readonly values: readonly { readonly value: unknown; readonly count: number }[]
  /** Whether there are others. */
  readonly more: boolean
}

/** Empty for a response without facets. */
export function facetsOf(body: unknown): readonly Facet[] {
  const facets = isRecord(body) && isRecord(body.meta) ? body.meta.facets : null
  if (!isRecord(facets)) return []
  return Object.entries(facets).flatMap(([name, facet]) => {
    if (!isRecord(facet) || !Array.isArray(facet.values)) return []
    const values = facet.values.filter(isRecord).map(({ value, count }) => ({ value, count: Number(count) }))
    return [{ name, values, more: facet.more === true }]
  })
}
