/**
 * The condition of the rows that a read is about. Where few related rows match, they become a set, computed once, of the
 * values that lead to them; so do rows that many share, where testing each reads a list (articles whose author has an article …).
 * An EXISTS is evaluated for every row, which is less work only when most rows pass, or when there are few: inside an entry
 * it is always an EXISTS.
 */

import { itemsOf } from '../plan/conditions.ts'
import type { Condition } from '../plan/read-plan.ts'
import { isPlain, isSelective, readsList } from '../plan/selective.ts'
import { compileCondition, compileCounted, group } from './compile-condition.ts'
import { isBareLink } from './compile-links.ts'
import type { SetRole } from './dialect.ts'
import type { Scope } from './scope.ts'
import { alias, column, join, rowsOf, type Sql, sql } from './sql.ts'

type Exists = Extract<Condition, { kind: 'exists' }>

export function compileWhere(condition: Condition, own: string, scope: Scope, role: SetRole = 'drives'): Sql {
  switch (condition.kind) {
    case 'and':
      return group(allOf(condition.items, own, scope, role), 'and')
    case 'or':
      return group(
        condition.items.map((item) => compileWhere(item, own, scope, 'probed')),
        'or',
      )
    default:
      if (isFitForSet(condition)) return compileInSet(condition, own, scope, role)
      return isShared(condition) ? compileShared(condition, own, scope) : compileCondition(condition, own, scope)
  }
}

function compileShared(condition: Exists, own: string, scope: Scope): Sql {
  const { rows, orNone } = condition
  const some = compileInSet({ ...condition, orNone: { kind: 'no' } }, own, scope, 'probed')
  if (orNone.kind === 'no') return some
  const none: Condition = { kind: 'none', rows: { ...rows, condition: orNone.among } }
  return group([some, compileCondition(none, own, scope)], 'or')
}

function compileInSet(condition: Exists, own: string, scope: Scope, role: SetRole): Sql {
  const inSet = scope.dialect.inSet[role]
  if (inSet === null) return compileCondition(condition, own, scope)
  return inSet(column(own, condition.rows.hop.from), compileSet(condition, scope))
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
    if (index === found) return compileWhere(item, own, scope, role)
    const isProbed = item.kind === 'or' || isShared(item)
    return isProbed ? compileWhere(item, own, scope, 'probed') : compileCondition(item, own, scope)
  })
}

/**
 * Only along keys that have an index at their far end, and where which rows are related does not depend on the row
 * itself.
 */
function isFitForSet(condition: Condition): condition is Exists {
  return condition.kind === 'exists' && isSelective(condition) && isBareLink(condition.rows.hop)
}

/** Many rows lead to one of these, and an EXISTS would read its list again for each. */
function isShared(condition: Condition): condition is Exists {
  if (condition.kind !== 'exists' || condition.toMany) return false
  return isBareLink(condition.rows.hop) && readsList(condition.rows.condition)
}

function compileSet({ rows: { hop, table, condition } }: Exists, scope: Scope): Sql {
  const target = scope.alias()
  const rows = sql`${rowsOf(table)} as ${alias(target)}`
  const where = compileWhere(condition, target, scope)
  if (hop.via === null) return sql`select ${column(target, hop.to)} from ${rows} where ${where}`
  const via = scope.alias()
  const conditions = [sql`${column(via, hop.via.far)} = ${column(target, hop.to)}`, where]
  // A cross join is done in the order it is written in: from the few to their links.
  return sql`select ${column(via, hop.via.near)} from ${rows} cross join ${rowsOf(hop.via.table)} as ${alias(via)} where ${join(conditions, ' and ')}`
}
