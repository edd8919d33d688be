/** How conditions on related entries are quantified: at least one, every one, or how many. */

import { keysOf } from '../../../src/vocabulary/keys-of.ts'
import { COUNT, QUANTIFIERS } from '../../../src/vocabulary/quantifiers.ts'
import type { AllOf, At, Counted, Each, FilterItem, Quantified } from './query-model.ts'
import { attributesOf, type Description, isScalar } from './schema.ts'
import { newCondition, newItem, type Subject } from './subject.ts'

export type Quantifying = Quantified | Each | Counted

/** Empty: at least one, as without the extension. */
export type Mode = '' | Quantified['quantifier'] | '$all' | typeof COUNT

/** The words between a relation and its conditions. */
export const MODE_LABELS: Readonly<Record<Exclude<Mode, ''>, string>> = {
  $some: QUANTIFIERS.$some.label,
  $every: QUANTIFIERS.$every.label,
  $none: QUANTIFIERS.$none.label,
  $all: QUANTIFIERS.$all.label,
  [COUNT]: 'how many:',
}

/** The only quantifier of the group; null if it has none or several. */
export function quantifyingIn(items: AllOf): Quantifying | null {
  const [first, second, ...others] = items
  if (first === undefined || !isQuantifying(first) || others.length > 0) return null
  return second === undefined || (modeOf(first) === '$every' && isAtLeastOne(second)) ? first : null
}

function isQuantifying(item: FilterItem): item is Quantifying {
  return item.kind === 'quantified' || item.kind === 'each' || item.kind === 'counted'
}

export function modeOf(item: Quantifying): Exclude<Mode, ''> {
  return item.kind === 'quantified' ? item.quantifier : item.kind === 'each' ? '$all' : COUNT
}

/** "Every" is also true of an empty list; users mostly mean a list that is not empty. */
export const AT_LEAST_ONE: Counted = {
  kind: 'counted',
  items: [{ kind: 'compare', name: null, operator: '$gte', values: ['1'] }],
  of: null,
}

export function isAtLeastOne(item: FilterItem | undefined): boolean {
  return JSON.stringify(item) === JSON.stringify(AT_LEAST_ONE)
}

/** The modes that a subject can be taken in. */
export function modesFor(below: Subject, many: boolean): readonly Mode[] {
  if (!many) return ['', '$some', '$none']
  const all: readonly Mode[] = ['', ...keysOf(QUANTIFIERS), COUNT]
  return below.kind === 'items' ? all.filter((mode) => mode !== '$all') : all
}

/** The same conditions in another mode, as far as they fit. */
export function inMode(item: At, mode: Mode, below: Subject, description: Description): At {
  const said = quantifyingIn(item.items)
  const conditions = conditionsIn(said, item.items) ?? [newItem(description, below)]
  switch (mode) {
    case '':
      return { ...item, items: conditions }
    case '$all':
      return { ...item, items: [{ kind: 'each', path: usualPath(below, description), values: [] }] }
    case COUNT:
      return { ...item, items: [{ ...AT_LEAST_ONE, of: isFilled(conditions) ? conditions : null }] }
    default:
      return { ...item, items: [{ kind: 'quantified', quantifier: mode, items: conditions }] }
  }
}

function conditionsIn(said: Quantifying | null, items: AllOf): AllOf | null {
  if (said === null) return items
  return said.kind === 'quantified' ? said.items : said.kind === 'counted' ? said.of : null
}

/** Whether there is a condition yet. */
function isFilled(items: AllOf): boolean {
  return items.some((item) => item.kind !== 'compare' || item.values.length > 0)
}

function usualPath(below: Subject, description: Description): string {
  if (below.kind !== 'entries') return ''
  const { name } = newCondition(description, below)
  return name ?? attributesOf(description, below.uid).find(isScalar)?.name ?? ''
}
