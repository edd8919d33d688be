/**
 * Text operators on dates, numbers, booleans and JSON: Strapi searches the database's own text of the value, for a date
 * on SQLite the number of milliseconds. A text in the format of responses matches none of them.
 */

import { COMPARISON_OPERATORS, isOf, OPERATORS } from '../../vocabulary/operators.ts'
import { valueKind } from '../../vocabulary/scalar-types.ts'
import type { Pair } from '../query-pairs.ts'
import type { Pairing } from './pairing.ts'
import { type FilterUse, filterUses, populateFilterUses } from './query-steps.ts'

const TEXTS: ReadonlySet<string> = new Set(['text', 'choice'])

/** By operator: whether it is negated. */
const TEXT_OPERATORS = new Map<string, boolean>(
  COMPARISON_OPERATORS.filter((operator) => isOf(OPERATORS[operator].test, 'text')).map((operator) => [
    operator,
    OPERATORS[operator].negated,
  ]),
)

/** The query as Strapi reads it: such a filter matches nothing or, if it is negated, every value that is not null. */
export function withoutOtherTexts(pairing: Pairing): readonly Pair[] | null {
  const uses = new Map([...filterUses(pairing), ...populateFilterUses(pairing)].map((use) => [use.pair, use]))
  const found = pairing.pairs.flatMap((pair) => {
    const use = uses.get(pair)
    return use === undefined ? [pair] : asStrapiReads(use)
  })
  if (found.every((pair) => pairing.pairs.includes(pair))) return null
  // The values of a list have become equal.
  return [...new Map(found.map((pair) => [JSON.stringify(pair), pair])).values()]
}

function asStrapiReads({ pair, steps }: FilterUse): readonly Pair[] {
  const { keys } = pair
  const attribute = steps.at(-1)?.attribute
  const at = keys.findLastIndex((key) => TEXT_OPERATORS.has(key))
  if (attribute?.kind !== 'scalar' || at === -1 || TEXTS.has(valueKind(attribute.type))) return [pair]
  if (attribute.type === 'boolean') return booleansFound(pair, at)
  const isNegated = TEXT_OPERATORS.get(keys[at] ?? '') === true
  const tests = isNegated ? ['$notNull'] : ['$null', '$notNull']
  return tests.map((test) => ({ keys: [...keys.slice(0, at), test], value: 'true' }))
}

/** SQLite stores 0 and 1: texts of one character, which contain, begin and end with nothing but themselves. */
function booleansFound({ keys, value }: Pair, at: number): readonly Pair[] {
  const isNegated = TEXT_OPERATORS.get(keys[at] ?? '') === true
  const found = ['0', '1'].filter((text) => (text === value) !== isNegated)
  const tests: readonly (readonly [string, string])[] =
    found.length === 1
      ? [['$eq', String(found[0] === '1')]]
      : [...(found.length === 0 ? ([['$null', 'true']] as const) : []), ['$notNull', 'true']]
  return tests.map(([test, flag]) => ({ keys: [...keys.slice(0, at), test], value: flag }))
}
