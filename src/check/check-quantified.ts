/**
 * Filters on a relation. All plain filters apply to the same related entry; quantifiers and counts apply to all of
 * them.
 *
 *   filters[reviews][$count][$gte]=3&filters[reviews][stars]=5      at least three reviews, and one with five stars
 */

import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedComparison, ParsedFilter } from '../parse/parsed-query.ts'
import { isOf, OPERATORS } from '../vocabulary/operators.ts'
import { COUNT, COUNT_OPERATORS, COUNTED, isCountOperator, QUANTIFIERS } from '../vocabulary/quantifiers.ts'
import { checkComparisons } from './comparisons-alone.ts'
import type { CountTest, Filter, FilteredRows } from './query.ts'
import { uncastable, type ValuePlace } from './uncastable.ts'

/** The entries behind a link attribute. */
export interface Linked {
  readonly toMany: boolean
  readonly place: ValuePlace
  /** The filter "some entry matches". */
  readonly plain: (parsed: ParsedFilter) => Filter
  readonly rows: (parsed: ParsedFilter) => FilteredRows
}

type Quantified = Extract<ParsedFilter, { kind: 'quantified' }>
type Counted = Extract<ParsedFilter, { kind: 'counted' }>

/**
 * Different entries may satisfy different quantifiers, but one entry must match all plain filters under one relation.
 */
export function checkLinked(parsed: ParsedFilter, linked: Linked): Filter {
  if (!quantifies(parsed)) return linked.plain(parsed)
  switch (parsed.kind) {
    case 'and':
      return checkAll(conjuncts(parsed), linked)
    case 'or':
      return { kind: 'or', items: parsed.items.map((item) => checkLinked(item, linked)) }
    case 'not':
      return { kind: 'not', item: checkLinked(parsed.item, linked) }
    case 'counted':
      return checkCounted(parsed, linked)
    case 'quantified':
      return checkQuantified(parsed, linked)
    default:
      return linked.plain(parsed)
  }
}

function quantifies(parsed: ParsedFilter): boolean {
  switch (parsed.kind) {
    case 'and':
    case 'or':
      return parsed.items.some(quantifies)
    case 'not':
      return quantifies(parsed.item)
    default:
      return parsed.kind === 'quantified' || parsed.kind === 'counted'
  }
}

function conjuncts(parsed: ParsedFilter): readonly ParsedFilter[] {
  return parsed.kind === 'and' ? parsed.items.flatMap(conjuncts) : [parsed]
}

function checkAll(items: readonly ParsedFilter[], linked: Linked): Filter {
  const plain = items.filter((item) => !quantifies(item))
  const one = plain.length === 0 ? [] : [linked.plain({ kind: 'and', items: plain })]
  return { kind: 'and', items: [...one, ...items.filter(quantifies).map((item) => checkLinked(item, linked))] }
}

function checkQuantified({ quantifier, item }: Quantified, linked: Linked): Filter {
  if (!QUANTIFIERS[quantifier].toOne) refuseToOne(quantifier, linked)
  const rows = linked.rows(item)
  switch (quantifier) {
    case '$none':
      return { kind: 'quantified', quantifier: 'none', rows }
    case '$every':
      return { kind: 'quantified', quantifier: 'every', rows }
    case '$some':
    case '$all':
      return { kind: 'quantified', quantifier: 'some', rows }
  }
}

function refuseToOne(key: string, { toMany, place: { path, param } }: Linked): void {
  if (toMany) return
  throw invalidKey({ key, path, param, hint: `${path} leads to one entry at most: use $some or $none` })
}

function checkCounted({ item, of }: Counted, linked: Linked): Filter {
  refuseToOne(COUNT, linked)
  const rows = linked.rows(of ?? { kind: 'and', items: [] })
  const place = { ...linked.place, path: `${linked.place.path}.${COUNT}` }
  return checkComparisons(item, {
    compare: (comparison) => compareNumber(comparison, rows, place),
    refusal: (key) => notCounting(key, place),
  })
}

function notCounting(key: string, { path, param }: ValuePlace): Error {
  const hint = `The number of entries takes ${COUNT_OPERATORS.join(', ')}; ${COUNTED} says which entries count`
  return invalidKey({ key, path, param, hint })
}

function compareNumber(comparison: ParsedComparison, rows: FilteredRows, place: ValuePlace): Filter {
  if (comparison.shape === 'null') throw notCounting('$null', place)
  const { operator } = comparison
  if (!isCountOperator(operator)) throw notCounting(operator, place)
  const counted: Filter = { kind: 'counted', rows, test: testOf(comparison, place) }
  return OPERATORS[operator].negated ? { kind: 'not', item: counted } : counted
}

function testOf(comparison: Exclude<ParsedComparison, { shape: 'null' }>, place: ValuePlace): CountTest {
  const cast = (text: string | null) => wholeNumber(text, place)
  switch (comparison.shape) {
    case 'list':
      return { kind: 'in', values: comparison.values.map(cast) }
    case 'pair':
      return { kind: 'between', low: cast(comparison.low), high: cast(comparison.high) }
    case 'value': {
      const { test } = OPERATORS[comparison.operator]
      if (isOf(test, 'text')) throw notCounting(comparison.operator, place)
      return { kind: test, value: cast(comparison.value) }
    }
  }
}

function wholeNumber(text: string | null, place: ValuePlace): number {
  const value = Number(text)
  if (text !== null && /^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw uncastable(text ?? '', 'a whole number from 0', place)
}
