/** The values of groups, by their names in `sort` and `having`. */

import { MEASURE_NAMES, MEASURES, type Measure } from '../../../src/vocabulary/measures.ts'
import { valueKind } from '../../../src/vocabulary/scalar-types.ts'
import type { Groups } from './groups.ts'
import { attributeAt, type DescribedAttribute, type DescribedScalar, type Description } from './schema.ts'

const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  sum: 'Sum of',
  avg: 'Average of',
  min: 'Least',
  max: 'Greatest',
  countDistinct: 'How many different',
}

export const MEASURE_OPTIONS = MEASURE_NAMES.map((value) => ({ value, label: MEASURE_LABELS[value] }))

export interface GroupValue {
  /** `count`, `sum.views`; of what it is grouped by, its path. */
  readonly name: string
  readonly label: string
  /** The attribute whose type its values have. */
  readonly attribute: DescribedAttribute | undefined
}

/** The computed values of each group, for conditions. */
export function computedOf({ measures, count }: Groups, uid: string, description: Description): readonly GroupValue[] {
  return [
    ...(count ? [{ name: 'count', label: 'how many', attribute: INTEGER }] : []),
    ...measures.map(({ measure, path }) => ({
      name: `${measure}.${path}`,
      label: `${MEASURE_LABELS[measure].toLowerCase()} ${path}`,
      attribute: measure === 'countDistinct' ? INTEGER : attributeAt(description, uid, path.split('.')),
    })),
  ]
}

const INTEGER: DescribedScalar = { kind: 'scalar', name: 'count', type: 'integer' }

/** All that groups can be sorted by. */
export function shownOf(groups: Groups, uid: string, description: Description): readonly GroupValue[] {
  const keys = groups.by.map((key) => {
    const path = key.split(':')[0] ?? key
    return { name: path, label: path, attribute: attributeAt(description, uid, path.split('.')) }
  })
  return [...keys, ...computedOf(groups, uid, description)]
}

export function fitsMeasure(measure: Measure): (attribute: DescribedScalar) => boolean {
  const kinds: readonly string[] = MEASURES[measure]
  return ({ type }) => kinds.includes(valueKind(type))
}
