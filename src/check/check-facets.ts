import type { ParsedFacet } from '../parse/parse-facets.ts'
import type { Model } from '../schema/schema.ts'
import type { GroupKey } from './aggregate.ts'
import type { CheckContext } from './check-filter.ts'
import { checkGroupKey, refuseRepeated } from './check-group-key.ts'

export interface Facet extends GroupKey {
  /** The filter that is ignored for this facet: the root filter on its attribute. Null: none. */
  readonly without: string | null
}

/** Facets are counted one by one, so any number of them may lead through lists. */
export function checkFacets(parsed: readonly ParsedFacet[], model: Model, context: CheckContext): readonly Facet[] {
  const facets = parsed.map(({ others, ...key }): Facet => {
    return { ...checkGroupKey(key, model, context), without: others ? (key.path[0] ?? null) : null }
  })
  refuseRepeated(facets, `${context.param}[withCount]`)
  return facets
}
