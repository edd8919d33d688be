/**
 * Quantifiers and counts → Condition. They range over the rows that populate would show. They are true or
 * false, never unknown, so that the negation of each is its opposite.
 */

import type { Filter, FilterArm, FilteredRows } from '../check/query.ts'
import type { Model } from '../schema/schema.ts'
import type { Tables } from '../tables/tables.ts'
import { shownVersions, type VersionChoice } from './choose-versions.ts'
import { allOf, anyOf, constant, NEVER, notTrue } from './conditions.ts'
import { holdsOf, turningPoints } from './count-tests.ts'
import type { Condition, RelatedRows } from './read-plan.ts'
import { rowsAlong } from './related-rows.ts'

type Quantified = Extract<Filter, { kind: 'quantified' }>
type Counted = Extract<Filter, { kind: 'counted' }>

/** The row with the attribute, and how to plan the filter on its related rows. */
export interface Owner {
  readonly model: Model
  readonly scope: VersionChoice & { readonly tables: Tables }
  readonly planRow: (arm: FilterArm) => Condition
}

export function planQuantified({ quantifier, rows }: Quantified, owner: Owner, negated: boolean): Condition {
  const planArm = quantifier === 'every' ? (arm: FilterArm) => notTrue(owner.planRow(arm)) : owner.planRow
  const found = shownRows(rows, owner, planArm)
  return (quantifier === 'some') !== negated ? someOf(found) : noneOf(found)
}

/** True if some related row satisfies the filter for its model. */
export function planItems(rows: FilteredRows, owner: Owner): Condition {
  return someOf(shownRows(rows, owner, owner.planRow))
}

export function planCounted({ rows, test }: Counted, owner: Owner, negated: boolean): Condition {
  const counted = shownRows(rows, owner, owner.planRow)
  const holds = (count: number) => holdsOf(test, count) !== negated
  const [none, some] = [holds(0), holds(1)]
  if (counted.length === 0) return constant(none)
  if (turningPoints(test).some((count) => holds(count) !== some))
    return { kind: 'counted', rows: counted, test, negated }
  if (none === some) return constant(some)
  return some ? someOf(counted) : noneOf(counted)
}

function shownRows(
  { attribute, arms }: FilteredRows,
  { model, scope }: Owner,
  planArm: (arm: FilterArm) => Condition,
): readonly RelatedRows[] {
  return arms.flatMap((arm) => {
    const { target } = arm
    const condition = allOf([shownVersions(target, scope, scope.tables), planArm(arm)])
    if (condition === NEVER) return []
    return [rowsAlong({ from: model, attribute, target }, condition, scope.tables) ?? []].flat()
  })
}

function someOf(found: readonly RelatedRows[]): Condition {
  return anyOf(found.map((rows): Condition => ({ kind: 'exists', rows, orNone: { kind: 'no' } })))
}

function noneOf(found: readonly RelatedRows[]): Condition {
  return allOf(found.map((rows): Condition => ({ kind: 'none', rows })))
}
