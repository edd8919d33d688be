/** Hop → the from and where of a subquery that ranges over the rows at its end. */

import type { Constant, Hop } from '../tables/tables.ts'
import { linkedAsIs } from './common-syntax.ts'
import type { Scope } from './scope.ts'
import { alias, column, literal, rowsOf, type Sql, sql } from './sql.ts'

export interface HopEnd {
  readonly from: Sql
  /** The condition that joins the related rows to the starting row. */
  readonly where: readonly Sql[]
  /** Alias of the related row. */
  readonly target: string
  /** The order that the link itself gives, with ties resolved. */
  readonly order: readonly Sql[]
}

/** What the rows at the end are for: to be shown, of each entry by themselves, or to be tested or sorted by. */
export type HopUse = 'shown' | 'compared'

interface HopTo {
  readonly hop: Hop
  /** That it leads to. */
  readonly table: string
}

/** `own` is the alias of the starting row. */
export function compileHop({ hop, table }: HopTo, own: string, scope: Scope, use: HopUse = 'compared'): HopEnd {
  const target = scope.alias()
  const start = column(own, hop.from)
  const { ofFew, unindexed } = use === 'shown' ? scope.dialect.linked : linkedAsIs
  const targetTable = sql`${rowsOf(table)} as ${alias(target)}`
  const around = [
    ...constants(own, hop.fromWhere),
    ...constants(target, hop.toWhere),
    ...(hop.notSelf ? [sql`${column(target, 'id')} <> ${column(own, 'id')}`] : []),
  ]
  if (hop.via === null) {
    const where = [ofFew(sql`${column(target, hop.to)} = ${start}`), ...around]
    return { from: targetTable, where, target, order: orderOf(hop.via, target) }
  }
  const via = scope.alias()
  const { near, far, except = [] } = hop.via
  return {
    from: sql`${rowsOf(hop.via.table)} as ${alias(via)} join ${targetTable} on ${column(target, hop.to)} = ${column(via, far)}`,
    where: [
      ofFew(sql`${column(via, near)} = ${start}`),
      ...constants(via, hop.via.where).map(unindexed),
      ...others(via, except),
      ...around,
    ],
    target,
    order: orderOf(hop.via, via),
  }
}

/** The way back: which values of `hop.from` lead to rows of the table, and of which rows. */
export interface HopStart {
  readonly value: Sql
  readonly from: Sql
  readonly where: readonly Sql[]
  /** Alias of the related row. */
  readonly target: string
  /** As the way there has it: of the related rows of one row. */
  readonly order: readonly Sql[]
}

/**
 * Not for a way that depends on the row itself. The rows are read first where few of them match, and the links where all are
 * read: not each link table has an index at its far end.
 */
export function compileHopBack(hop: Hop, table: string, scope: Scope, first: 'rows' | 'links' = 'rows'): HopStart {
  const target = scope.alias()
  const rows = sql`${rowsOf(table)} as ${alias(target)}`
  // Links are of few kinds.
  const always = (list: readonly Sql[]) => (first === 'links' ? list.map(scope.dialect.oftenTrue) : list)
  const ofTarget = always(constants(target, hop.toWhere))
  if (hop.via === null) {
    return { value: column(target, hop.to), from: rows, where: ofTarget, target, order: orderOf(hop.via, target) }
  }
  const via = scope.alias()
  const { near, far, where, except = [] } = hop.via
  const links = sql`${rowsOf(hop.via.table)} as ${alias(via)}`
  return {
    value: column(via, near),
    // A cross join is done in the order it is written in.
    from: first === 'rows' ? sql`${rows} cross join ${links}` : sql`${links} cross join ${rows}`,
    where: [
      sql`${column(via, far)} = ${column(target, hop.to)}`,
      ...always(constants(via, where)),
      ...others(via, except),
      ...ofTarget,
    ],
    target,
    order: orderOf(hop.via, via),
  }
}

/** `at`: the alias of the link, or without a link table of the related row. */
function orderOf(via: Hop['via'], at: string): readonly Sql[] {
  const order = via?.order ?? null
  return [...(order === null ? [] : [column(at, order)]), column(at, 'id')]
}

export function constants(of: string, list: readonly Constant[]): readonly Sql[] {
  return list.map((constant) => sql`${column(of, constant.column)} = ${literal(constant.equals)}`)
}

function others(of: string, list: readonly Constant[]): readonly Sql[] {
  return list.map((constant) => {
    const value = column(of, constant.column)
    return sql`(${value} is null or ${value} <> ${literal(constant.equals)})`
  })
}
