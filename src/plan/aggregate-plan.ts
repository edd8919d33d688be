/** Groups of rows, in terms of tables and columns: complete, and free of any dialect, as a ReadPlan is. */

import type { GroupOrder, GroupValue, Having } from '../check/aggregate.ts'
import type { Measure } from '../vocabulary/measures.ts'
import type { Condition, PlannedKey, PlannedPath } from './read-plan.ts'

export type { GroupOrder, GroupValue, Having, Measure, PlannedKey, PlannedPath }

export interface AggregatePlan {
  readonly table: string
  readonly condition: Condition
  readonly by: readonly PlannedKey[]
  readonly measures: readonly PlannedMeasure[]
  /** Whether groups show how many rows they have. */
  readonly size: boolean
  readonly having: Having | null
  /** Total: no two groups are equal in it. */
  readonly order: readonly GroupOrder[]
  readonly start: number
  readonly limit: number
  /** Whether the response needs the number of all groups. */
  readonly count: boolean
}

export interface PlannedMeasure extends PlannedPath {
  readonly name: string
  readonly measure: Measure
}
