/** A checked request for groups: every name is an attribute that the caller may see. */

import type { Direction } from '../parse/parsed-query.ts'
import type { DatePart, Measure } from '../vocabulary/measures.ts'
import type { AttributePath, Test } from './query.ts'

export interface Aggregate {
  readonly by: readonly GroupKey[]
  readonly measures: readonly MeasuredPath[]
  /** Whether groups show how many entries they have. */
  readonly count: boolean
  readonly having: Having | null
  readonly sort: readonly GroupOrder[]
}

export interface GroupKey extends AttributePath {
  /** The name in responses: the path, with dots. */
  readonly name: string
  /** For a date: the part to group by, such as the month. */
  readonly part: DatePart | null
}

export interface MeasuredPath extends AttributePath {
  readonly name: string
  readonly measure: Measure
}

/** A value of a group: a key, the number of entries, or a measure. `index`: its position in `by` or `measures`. */
export type GroupValue =
  | { readonly kind: 'key'; readonly index: number }
  | { readonly kind: 'count' }
  | { readonly kind: 'measure'; readonly index: number }

export type Having =
  | { readonly kind: 'and' | 'or'; readonly items: readonly Having[] }
  | { readonly kind: 'not'; readonly item: Having }
  | { readonly kind: 'test'; readonly value: GroupValue; readonly test: Test }

export interface GroupOrder {
  readonly value: GroupValue
  readonly direction: Direction
}
