/** Holds what was parsed against the limits, before any more work is done with it. */

import type { Limits } from '../config/limits.ts'
import { limitExceeded } from '../config/limit-exceeded.ts'
import type { ParsedFilter, ParsedSort } from './parsed-query.ts'

export function measureFilters(filter: ParsedFilter | null, limits: Limits): ParsedFilter | null {
  if (filter === null) return null
  if (depth(filter) > limits.filterDepth) throw limitExceeded('filterDepth', limits.filterDepth)
  if (conditions(filter) > limits.filterConditions) throw limitExceeded('filterConditions', limits.filterConditions)
  return filter
}

export function measureSort(sort: readonly ParsedSort[], limits: Limits): readonly ParsedSort[] {
  if (sort.length > limits.sortKeys) throw limitExceeded('sortKeys', limits.sortKeys)
  const deepest = Math.max(0, ...sort.map((key) => key.path.length))
  if (deepest > limits.filterDepth) throw limitExceeded('filterDepth', limits.filterDepth)
  return sort
}

function depth(filter: ParsedFilter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return 1 + Math.max(0, ...filter.items.map(depth))
    case 'not':
    case 'attribute':
      return 1 + depth(filter.item)
    case 'compare':
    case 'unknownOperator':
      return 0
  }
}

function conditions(filter: ParsedFilter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.items.reduce((sum, item) => sum + conditions(item), 0)
    case 'not':
    case 'attribute':
      return conditions(filter.item)
    case 'compare':
    case 'unknownOperator':
      return 1
  }
}
