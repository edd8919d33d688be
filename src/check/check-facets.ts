import type { ParsedFacet } from '../parse/parse-facets.ts'
import type { Model } from '../schema/schema.ts'
import type { GroupKey } from './aggregate.ts'
import type { CheckContext } from './check-filter.ts'
import { checkGroupKey, refuseRepeated } from './check-group-key.ts'

export interface Facet extends GroupKey {
  /** The attribute whose own filter is ignored for this facet; null: none is. */
  readonly without: string | null
}

/** Facets are counted separately, so any number of them may lead through lists. */
export function checkFacets(parsed: readonly ParsedFacet[], model: Model, context: CheckContext): readonly Facet[] {
  const facets = parsed.map(({ others, ...key }): Facet => {
    return { ...checkGroupKey(key, model, context), without: others ? (key.path[0] ?? null) : null }
  })
  refuseRepeated(facets, `${context.param}[withCount]`)
  return facets
}
