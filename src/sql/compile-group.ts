/** The values computed for a group: as shown in the response, and as compared. */

import type { AggregatePlan, GroupValue, Having, PlannedMeasure } from '../plan/aggregate-plan.ts'
import type { ColumnKind } from '../plan/read-plan.ts'
import { group } from './compile-condition.ts'
import { keyKind } from './compile-keyed-rows.ts'
import { compareValue } from './compile-test.ts'
import type { Dialect } from './dialect.ts'
import type { Scope } from './scope.ts'
import { column, type Sql, sql } from './sql.ts'

/** The aggregate over a group's rows. */
export function compileMeasure({ measure, column: { kind } }: PlannedMeasure, value: Sql, { dialect }: Scope): Sql {
  switch (measure) {
    case 'sum':
      return dialect.sums.sum(value, kind)
    case 'avg':
      return dialect.sums.average(value, kind)
    case 'min':
      return sql`min(${value})`
    case 'max':
      return sql`max(${value})`
    case 'countDistinct':
      return sql`count(distinct ${value})`
  }
}

/** The measure as JSON. */
export function shownMeasure({ measure, column: { kind } }: PlannedMeasure, value: Sql, dialect: Dialect): Sql {
  switch (measure) {
    case 'sum':
      return dialect.sums.shownSum(value, kind)
    case 'avg':
      return dialect.sums.shownAverage(value)
    case 'min':
    case 'max':
      return dialect.shown(value, kind)
    case 'countDistinct':
      return value
  }
}

interface Compared {
  readonly sql: Sql
  readonly kind: ColumnKind
}

/** The value in the form for comparisons and sorting. */
export function compileGroupValue(value: GroupValue, { by, measures }: Groups, { dialect }: Scope): Compared {
  if (value.kind === 'count') return { sql: column('g', 'n'), kind: 'integer' }
  const at = value.index
  if (value.kind === 'key') {
    const key = by[at]
    return { sql: column('g', `b${at}`), kind: key === undefined ? 'text' : keyKind(key) }
  }
  const computed = column('g', `a${at}`)
  const measured = measures[at]
  return measured?.measure === 'sum'
    ? { sql: dialect.sums.comparableSum(computed), kind: sumKind(measured.column.kind) }
    : { sql: computed, kind: kindOf(measured) }
}

type Groups = Pick<AggregatePlan, 'by' | 'measures'>

/** Exact sums of floats compare as decimals do. */
const sumKind = (kind: ColumnKind): ColumnKind => (kind === 'float' ? 'decimal' : kind)

function kindOf(measured: PlannedMeasure | undefined): ColumnKind {
  if (measured === undefined || measured.measure === 'countDistinct') return 'integer'
  return measured.measure === 'avg' ? 'float' : measured.column.kind
}

export function compileHaving(having: Having, groups: Groups, scope: Scope): Sql {
  switch (having.kind) {
    case 'and':
    case 'or': {
      const items = having.items.map((item) => compileHaving(item, groups, scope))
      return items.length === 0 ? NOTHING[having.kind] : group(items, having.kind)
    }
    case 'not':
      return sql`not (${compileHaving(having.item, groups, scope)})`
    case 'test': {
      const value = compileGroupValue(having.value, groups, scope)
      return having.test.kind === 'isNull'
        ? sql`${value.sql} is null`
        : compareValue(value.sql, value.kind, having.test, scope)
    }
  }
}

/** An empty `and` is true, an empty `or` is false. */
const NOTHING = { and: sql`1 = 1`, or: sql`1 = 0` }
