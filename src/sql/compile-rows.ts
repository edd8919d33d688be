/** RelatedRows → the from and where of a subquery that ranges over them. */

import type { RelatedRows } from '../plan/read-plan.ts'
import type { Constant } from '../tables/tables.ts'
import { compileCondition } from './compile-condition.ts'
import type { Scope } from './scope.ts'
import { alias, column, join, literal, name, type Sql, sql } from './sql.ts'

export interface RowSource {
  readonly from: Sql
  readonly where: Sql
  /** Alias of the related row. */
  readonly target: string
  /** The order that the link itself gives, with ties resolved. */
  readonly order: readonly Sql[]
}

/** `own` is the alias of the row that one starts at. */
export function compileRows(rows: RelatedRows, own: string, scope: Scope): RowSource {
  const { hop, table } = rows
  const target = scope.alias()
  const start = column(own, hop.from)
  const around = [
    ...constants(own, hop.fromWhere),
    ...constants(target, hop.toWhere),
    ...(hop.notSelf ? [sql`${column(target, 'id')} <> ${column(own, 'id')}`] : []),
    ...conditionOf(rows, target, scope),
  ]
  const targetTable = sql`${name(table)} as ${alias(target)}`
  if (hop.via === null) {
    const where = join([sql`${column(target, hop.to)} = ${start}`, ...around], ' and ')
    return { from: targetTable, where, target, order: [column(target, 'id')] }
  }
  const via = scope.alias()
  const { near, far, order } = hop.via
  return {
    from: sql`${name(hop.via.table)} as ${alias(via)} join ${targetTable} on ${column(target, hop.to)} = ${column(via, far)}`,
    where: join([sql`${column(via, near)} = ${start}`, ...constants(via, hop.via.where), ...around], ' and '),
    target,
    order: [...(order === null ? [] : [column(via, order)]), column(via, 'id')],
  }
}

function conditionOf({ condition }: RelatedRows, target: string, scope: Scope): readonly Sql[] {
  if (condition.kind === 'constant' && condition.holds) return []
  return [compileCondition(condition, target, scope)]
}

function constants(of: string, list: readonly Constant[]): readonly Sql[] {
  return list.map((constant) => sql`${column(of, constant.column)} = ${literal(constant.equals)}`)
}
