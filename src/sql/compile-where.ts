/**
 * The condition of the rows that a read is about. Where few related rows match, they become a set, computed once, of the
 * values that lead to them. An EXISTS is evaluated for every row, which is less work only when most rows pass, or when there
 * are few, as inside an entry.
 */

import { itemsOf } from '../plan/conditions.ts'
import type { Condition } from '../plan/read-plan.ts'
import { isPlain, isSelective, listsIn, namesRows, readsJson } from '../plan/selective.ts'
import { compileCondition, compileCounted, compileSet, group } from './compile-condition.ts'
import { isBareLink } from './compile-links.ts'
import type { SetRole } from './dialect.ts'
import { ofFewRows, type Scope } from './scope.ts'
import { column, type Sql } from './sql.ts'

type Exists = Extract<Condition, { kind: 'exists' }>

export function compileWhere(condition: Condition, own: string, scope: Scope): Sql {
  return namesRows(condition) ? ofNamedRows(condition, own, scope) : throughSets(condition, own, scope)
}

/** Testing them one by one is less work than any set, unless they lead to lists of lists in which little is looked for. */
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
      return isFitForSet(condition)
        ? compileInSet(condition, own, scope, role)
        : compileCondition(condition, own, scope)
  }
}

function compileInSet(condition: Exists, own: string, scope: Scope, role: SetRole): Sql {
  const inSet = scope.dialect.inSet[role]
  if (inSet === null) return compileCondition(condition, own, scope)
  return inSet(column(own, condition.rows.hop.from), compileSet(condition.rows, scope, throughSets))
}

/** Where all rows that satisfy it are wanted, and not those of a page. */
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
 * Rows are found through one set. Two sets would be tried in every combination, so the other conditions are tested for
 * each row.
 */
function allOf(items: readonly Condition[], own: string, scope: Scope, role: SetRole): readonly Sql[] {
  const found = items.findIndex(isFitForSet)
  return items.map((item, index) => {
    if (index === found) return throughSets(item, own, scope, role)
    return item.kind === 'or' ? throughSets(item, own, scope, 'probed') : compileCondition(item, own, scope)
  })
}

/**
 * Only along keys that have an index at their far end, and where which rows are related does not depend on the row
 * itself. A set of what is in JSON tests all documents, an EXISTS at most all, unless rows share them.
 */
function isFitForSet(condition: Condition): condition is Exists {
  return (
    condition.kind === 'exists' &&
    isSelective(condition) &&
    isBareLink(condition.rows.hop) &&
    (condition.rows.isShared || !readsJson(condition.rows.condition))
  )
}
