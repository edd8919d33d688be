/**
 * The main condition of a read. If few related rows match, it becomes a set of keys that is computed once. An EXISTS is
 * evaluated for every row, which is less work only if most rows pass, or if there are few rows, as inside an entry.
 */

import { itemsOf } from '../plan/conditions.ts'
import { compareByFewest } from '../plan/fewest-rows.ts'
import type { Condition } from '../plan/read-plan.ts'
import { isPlain, isSelective, listsIn, namesRows, readsJson } from '../plan/selective.ts'
import { compileCondition, compileCounted, compileSet, group } from './compile-condition.ts'
import { compileRanged } from './compile-ranged.ts'
import type { SetRole } from './dialect.ts'
import { ofFewRows, type Scope } from './scope.ts'
import { column, type Sql } from './sql.ts'

type Exists = Extract<Condition, { kind: 'exists' }>

export function compileWhere(condition: Condition, own: string, scope: Scope): Sql {
  return namesRows(condition) ? ofNamedRows(condition, own, scope) : throughSets(condition, own, scope)
}

/**
 * For rows requested by id: testing each is less work than computing a set, except for nested lists of which few rows
 * match.
 */
function ofNamedRows(condition: Condition, own: string, scope: Scope): Sql {
  const items = itemsOf(condition).map((item) =>
    isFitForSet(item) && listsIn(item) > 1
      ? throughSets(item, own, scope, 'probed')
      : compileCondition(item, own, ofFewRows(scope)),
  )
  return group(items, 'and')
}

function throughSets(condition: Condition, own: string, scope: Scope, role: SetRole = 'drives'): Sql {
  switch (condition.kind) {
    case 'and':
      return group(allOf(condition.items, own, scope, role), 'and')
    case 'or':
      return group(
        condition.items.map((item) => throughSets(item, own, scope, 'probed')),
        'or',
      )
    default:
      return isFitForSet(condition) ? compileInSet(condition, own, scope, role) : compileForEach(condition, own, scope)
  }
}

/** For conditions that are tested for many rows. */
function compileForEach(condition: Condition, own: string, scope: Scope): Sql {
  return compileRanged(condition, own, scope) ?? compileCondition(condition, own, scope)
}

function compileInSet(condition: Exists, own: string, scope: Scope, role: SetRole): Sql {
  const inSet = scope.dialect.inSet[role]
  if (inSet === null) return compileCondition(condition, own, scope)
  return inSet(column(own, condition.rows.hop.from), compileSet(condition.rows, scope, throughSets))
}

/** For reads that need all matching rows, not a page of them. */
export function compileWhereOfAll(condition: Condition, own: string, scope: Scope): Sql {
  const items = itemsOf(condition)
  const areAllCounted = items.every((item) => item.kind === 'counted' || isPlain(item))
  if (!areAllCounted) return compileWhere(condition, own, scope)
  const conditions = items.map((item) =>
    item.kind === 'counted' ? compileCounted(item, own, scope, 'all') : compileCondition(item, own, scope),
  )
  return group(conditions, 'and')
}

/**
 * Uses one set to find rows, the one that is probably smallest, and tests the other conditions for each row: with two
 * sets, the planner would combine them.
 */
function allOf(items: readonly Condition[], own: string, scope: Scope, role: SetRole): readonly Sql[] {
  const [found] = items.filter(isFitForSet).toSorted(compareByFewest)
  const compile = items.some(isSelective) ? compileCondition : compileForEach
  return items.map((item) => {
    if (item === found) return throughSets(item, own, scope, role)
    return item.kind === 'or' ? throughSets(item, own, scope, 'probed') : compile(item, own, scope)
  })
}

/**
 * Only for hops that do not depend on the row itself. A set from JSON values reads all documents; an EXISTS reads each at
 * most once, unless rows share them.
 */
function isFitForSet(condition: Condition): condition is Exists {
  if (condition.kind !== 'exists' || !isSelective(condition)) return false
  const { hop, isShared, condition: asked } = condition.rows
  return !hop.notSelf && hop.fromWhere.length === 0 && (isShared || !readsJson(asked))
}
