/** For filters that may contain comparisons and groups of them, but no attributes. */

import type { ParsedComparison, ParsedFilter } from '../parse/parsed-query.ts'
import { COUNT } from '../vocabulary/quantifiers.ts'
import type { Filter } from './query.ts'

interface ComparisonRules {
  readonly compare: (comparison: ParsedComparison) => Filter
  /** The error for a key that is invalid there. */
  readonly refusal: (key: string) => Error
}

export function checkComparisons(parsed: ParsedFilter, rules: ComparisonRules): Filter {
  switch (parsed.kind) {
    case 'and':
    case 'or':
      return { kind: parsed.kind, items: parsed.items.map((item) => checkComparisons(item, rules)) }
    case 'not':
      return { kind: 'not', item: checkComparisons(parsed.item, rules) }
    case 'compare':
      return rules.compare(parsed.comparison)
    default:
      throw rules.refusal(nameOf(parsed))
  }
}

/** The operator as in the request. */
export function operatorOf(comparison: ParsedComparison): string {
  return comparison.shape === 'null' ? '$null' : comparison.operator
}

/** The key of any other filter. */
export function nameOf(parsed: Exclude<ParsedFilter, { kind: 'and' | 'or' | 'not' | 'compare' }>): string {
  switch (parsed.kind) {
    case 'counted':
      return COUNT
    case 'quantified':
      return parsed.quantifier
    case 'jsonPath':
      return '$path'
    case 'has':
      return '$has'
    case 'attribute':
    case 'unknownOperator':
      return parsed.name
  }
}
