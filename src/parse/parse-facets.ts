/**
 * `pagination[withCount][by][0]=format`: counts by value, in addition to a page. `[byOthers]` counts without the filter on
 * that attribute; `[total]` stands for the plain `withCount`.
 */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { asList, isRawObject, type RawObject, type RawParams } from '../request/raw-params.ts'
import type { Extensions } from '../vocabulary/extensions.ts'
import { measurePaths } from './measure.ts'
import { parseGroupKeys } from './parse-aggregate.ts'
import type { ParsedGroupKey } from './parsed-aggregate.ts'

export interface ParsedFacet extends ParsedGroupKey {
  /** Whether the filter on its own attribute does not count. */
  readonly others: boolean
}

export interface WithFacets {
  readonly facets: readonly ParsedFacet[]
  /** The parameters without them: `withCount` is the total again. */
  readonly params: RawParams
}

const PARAM = 'pagination'
const KEYS = ['by', 'byOthers', 'total']

export function splitFacets(params: RawParams, extensions: Extensions, limits: Limits): WithFacets {
  const { pagination } = params
  const withCount = isRawObject(pagination) ? pagination.withCount : undefined
  if (!extensions.on.has('aggregates') || !isRawObject(pagination) || !isRawObject(withCount)) {
    return { facets: [], params }
  }
  if (asList(withCount) !== null) return { facets: [], params }
  const { withCount: _facets, ...others } = pagination
  const total = 'total' in withCount ? { withCount: withCount.total ?? null } : {}
  return { facets: parseFacets(withCount, limits), params: { ...params, pagination: { ...others, ...total } } }
}

function parseFacets(raw: RawObject, limits: Limits): readonly ParsedFacet[] {
  const unknown = Object.keys(raw).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) {
    throw invalidKey({ key: unknown, path: 'withCount', param: PARAM, candidates: KEYS })
  }
  const facets = [
    ...parseGroupKeys(raw.by, `${PARAM}[withCount][by]`).map((key) => ({ ...key, others: false })),
    ...parseGroupKeys(raw.byOthers, `${PARAM}[withCount][byOthers]`).map((key) => ({ ...key, others: true })),
  ]
  if (facets.length > limits.facets) throw limitExceeded('facets', limits.facets)
  measurePaths({ filters: null, sort: [], paths: facets.map(({ path }) => path) }, limits)
  return facets
}
