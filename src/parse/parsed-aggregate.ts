/** A request for groups as it was written: the syntax is resolved, the names are still texts. */

import type { RawParams } from '../request/raw-params.ts'
import type { Measure } from '../vocabulary/measures.ts'
import type { ParsedFilter, ParsedSort } from './parsed-query.ts'

export interface ParsedAggregate {
  /** The parameters that choose the entries. */
  readonly rows: RawParams
  readonly by: readonly ParsedGroupKey[]
  readonly measures: readonly ParsedMeasure[]
  /** Whether groups show how many entries they have. */
  readonly count: boolean
  readonly having: ParsedFilter | null
  readonly sort: readonly ParsedSort[]
}

/** `publishDay:month` */
export interface ParsedGroupKey {
  readonly path: readonly string[]
  /** The part after the colon. */
  readonly part: string | null
}

export interface ParsedMeasure {
  readonly measure: Measure
  readonly path: readonly string[]
}
