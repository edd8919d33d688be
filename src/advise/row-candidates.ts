/** Indexes for finding the rows of one table: by the columns of its conditions, in the order of its sort. */

import { ID, LOCALE } from '../plan/columns.ts'
import { itemsOf } from '../plan/conditions.ts'
import type { Condition, OrderKey } from '../plan/read-plan.ts'
import { isOf } from '../vocabulary/operators.ts'
import { ascending, type Candidate, candidate, type KeyColumn } from './candidate.ts'
import { isTest, type Tested, testsIn, versionOf } from './tested.ts'

export interface SoughtRows {
  readonly table: string
  readonly condition: Condition
  readonly order: readonly OrderKey[]
  /** Whether a column's values are short enough for an index. */
  isShort(column: string): boolean
}

/**
 * Columns compared for equality come first, then those of the sort or a range, then all others that are read, so that the
 * index covers the query.
 */
export function rowCandidates({ table, condition, order, isShort }: SoughtRows): readonly Candidate[] {
  const all = itemsOf(condition).filter(isTest)
  const where = versionOf(condition)
  const short = (keys: readonly KeyColumn[]) => keys.filter(({ name }) => isShort(name))
  const equal = short(columnsOf(localeLast(all.filter(isEqual))))
  const ranged = short(columnsOf(all.filter(isRange))).slice(0, 1)
  const looked = short(
    columnsOf(testsIn(condition).filter(({ column }) => column.kind !== 'json' && column.name !== where?.column)),
  )
  const keys = order.map(keyOf)
  const sorted = keys.every((key) => key !== null) ? short(keys) : []
  const rest = [...looked, ...sorted.map(({ name }) => ascending(name)), ascending(ID.name)]
  const lists = [
    [...equal, ...sorted],
    [...equal, ...sorted, ...looked],
    ...(ranged.length === 0 ? [] : [[...equal, ...ranged, ...rest]]),
    ...(looked.length > equal.length ? [[...equal, ...rest]] : []),
    ...(sorted.length === 0 ? [equal] : []),
  ]
  return lists.flatMap((list) => candidate(table, list, where) ?? [])
}

const isEqual = ({ test, negated, column }: Tested): boolean =>
  !negated && column.kind !== 'json' && isOf(test.kind, 'equality')
const isRange = ({ test, negated, column }: Tested): boolean =>
  !negated && column.kind !== 'json' && isOf(test.kind, 'order')

/** The planner would choose an index that begins with the locale for reads that it does not help. */
function localeLast(tests: readonly Tested[]): readonly Tested[] {
  const isLocale = ({ column }: Tested) => column.name === LOCALE.name
  return [...tests.filter((test) => !isLocale(test)), ...tests.filter(isLocale)]
}

const columnsOf = (tests: readonly Tested[]): readonly KeyColumn[] => tests.map(({ column }) => ascending(column.name))
/** Null if the sort key is not a column of the row itself, or asks for a place of nulls that an index does not have. */
const keyOf = ({ through, value, direction, nulls }: OrderKey): KeyColumn | null =>
  through.length === 0 && value.kind === 'column' && nulls === null
    ? { name: value.column.name, descending: direction === 'desc' }
    : null
