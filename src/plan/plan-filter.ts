/**
 * Filter → Condition. The meaning of a relation in a filter is that of a left join: some related row satisfies
 * it, or there are no related rows and a row of all nulls does. Written with EXISTS it needs no join and no DISTINCT, and does not inflate
 * counts.
 *
 * Negation applies to the related row, not to the relation (`$not tags.name = a` means: some tag is not a), so it is moved
 * inwards through relations and groups to the tests.
 */

import type { Filter } from '../check/query.ts'
import type { Model, ScalarAttribute } from '../schema/schema.ts'
import type { Tables } from '../tables/tables.ts'
import { ofStatus, type VersionChoice } from './choose-versions.ts'
import { columnOf } from './columns.ts'
import { allOf, anyOf } from './conditions.ts'
import { holdsOf } from './count-tests.ts'
import { type Owner, planCounted, planItems, planQuantified } from './plan-quantified.ts'
import type { Condition } from './read-plan.ts'
import { relatedRows } from './related-rows.ts'

type ColumnTest = Extract<Condition, { kind: 'test' }>

/** Only rows that a populate would show with this status exist for a filter. */
export interface FilterScope extends VersionChoice {
  readonly tables: Tables
}

export function planFilter(filter: Filter, model: Model, scope: FilterScope, negated = false): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const items = filter.items.map((item) => planFilter(item, model, scope, negated))
      return (filter.kind === 'and') !== negated ? allOf(items) : anyOf(items)
    }
    case 'not':
      return planFilter(filter.item, model, scope, !negated)
    case 'test': {
      const { attribute } = filter
      const column = columnOf(model, attribute, scope.tables)
      return { kind: 'test', column, test: filter.test, negated, ...valuesOf(attribute) }
    }
    case 'json': {
      const { segments, test } = filter
      return { kind: 'json', column: columnOf(model, filter.attribute, scope.tables), segments, test, negated }
    }
    case 'related': {
      const condition = planFilter(filter.filter, filter.target, scope, negated)
      const among = ofStatus(filter.target, scope)
      const { attribute, target } = filter
      const rows = relatedRows({ from: model, attribute, target }, allOf([among, condition]), scope.tables)
      return {
        kind: 'exists',
        rows,
        orNone: holdsOfNulls(filter.filter, negated) ? { kind: 'yes', among } : { kind: 'no' },
      }
    }
    case 'polymorphic':
      return planItems(filter.rows, ownerOf(model, scope, negated))
    case 'quantified':
      return planQuantified(filter, ownerOf(model, scope), negated)
    case 'counted':
      return planCounted(filter, ownerOf(model, scope), negated)
  }
}

function valuesOf({ type }: ScalarAttribute): Pick<ColumnTest, 'identifies' | 'isChoice'> {
  if (type === 'uid') return { identifies: true }
  return type === 'enumeration' ? { isChoice: true } : {}
}

function ownerOf(model: Model, scope: FilterScope, negated = false): Owner {
  return { model, scope, planRow: ({ target, filter }) => planFilter(filter, target, scope, negated) }
}

/** Whether a row with only nulls and no related rows satisfies the filter, as it does `$null`. */
function holdsOfNulls(filter: Filter, negated: boolean): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const every = (filter.kind === 'and') !== negated
      return every
        ? filter.items.every((item) => holdsOfNulls(item, negated))
        : filter.items.some((item) => holdsOfNulls(item, negated))
    }
    case 'not':
      return holdsOfNulls(filter.item, !negated)
    case 'test':
    case 'json':
      return filter.test.kind === 'isNull' && !negated
    case 'related':
      return holdsOfNulls(filter.filter, negated)
    case 'polymorphic':
      return false
    case 'quantified':
      return (filter.quantifier === 'some') === negated
    case 'counted':
      return holdsOf(filter.test, 0) !== negated
  }
}
