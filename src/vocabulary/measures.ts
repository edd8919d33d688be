/** The measures of a group of entries, in one table, and the types of values that each takes. */

import { keysOf } from './keys-of.ts'
import type { ValueKind } from './scalar-types.ts'

const NUMBERS = ['integer', 'bigint', 'number'] as const
const ORDERED = ['id', 'text', 'choice', ...NUMBERS, 'date', 'time', 'moment'] as const

/** In the order in which a response shows them. */
export const MEASURES = {
  sum: NUMBERS,
  avg: NUMBERS,
  min: ORDERED,
  max: ORDERED,
  countDistinct: [...ORDERED, 'boolean'],
} as const satisfies Readonly<Record<string, readonly ValueKind[]>>

export type Measure = keyof typeof MEASURES

export const MEASURE_NAMES = keysOf(MEASURES)

export function fitsMeasure(measure: Measure, kind: ValueKind): boolean {
  return MEASURES[measure].some((fitting) => fitting === kind)
}

/** `publishDay:month` groups by `2025-03`: the number of characters of a date. */
export const DATE_PARTS = { year: 4, month: 7, day: 10 } as const

export type DatePart = keyof typeof DATE_PARTS

export const DATE_PART_NAMES = keysOf(DATE_PARTS)

export function isDatePart(name: string): name is DatePart {
  return Object.hasOwn(DATE_PARTS, name)
}
