/** Hop → `from` and `where` of a subquery over the related rows. */

import type { Constant, Hop, Via } from '../tables/tables.ts'
import { linkedAsIs } from './common-syntax.ts'
import type { Scope } from './scope.ts'
import { alias, column, literal, rowsOf, type Sql, sql } from './sql.ts'

export interface HopTarget {
  readonly from: Sql
  /** The condition that joins the related rows to the starting row. */
  readonly where: readonly Sql[]
  /** Alias of the related row. */
  readonly target: string
  /** The order that the link itself gives, with ties resolved. */
  readonly order: readonly Sql[]
}

/** Whether related rows are shown in an entry, or tested or sorted by. */
export type HopUse = 'shown' | 'compared'

interface HopTo {
  readonly hop: Hop
  /** The table of the related rows. */
  readonly table: string
}

/** `own` is the alias of the starting row. */
export function compileHop({ hop, table }: HopTo, own: string, scope: Scope, use: HopUse = 'compared'): HopTarget {
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
    return { from: targetTable, where, target, order: [column(target, 'id')] }
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
    order: linkOrder(hop.via, via, scope),
  }
}

/** The hop in reverse: the values of `hop.from` that match rows of the table. */
export interface HopSource {
  readonly value: Sql
  readonly from: Sql
  readonly where: readonly Sql[]
  /** Alias of the related row. */
  readonly target: string
  /** The order in the original direction: of the related rows of one row. */
  readonly order: readonly Sql[]
}

/**
 * The rows that are read first: the target rows where few of them match, the links where all are read, or either. Tables of
 * components may lack an index on the target column, so there the planner decides.
 */
export type ReadFirst = 'rows' | 'links' | 'either'

/** Not for hops that exclude the row itself. */
export function compileReverseHop(hop: Hop, table: string, scope: Scope, first: ReadFirst = 'rows'): HopSource {
  const target = scope.alias()
  const rows = sql`${rowsOf(table)} as ${alias(target)}`
  // There are few distinct values, so each condition is true for many links.
  const always = (list: readonly Sql[]) => (first === 'rows' ? list : list.map(scope.dialect.oftenTrue))
  const ofTarget = always(constants(target, hop.toWhere))
  if (hop.via === null) {
    return { value: column(target, hop.to), from: rows, where: ofTarget, target, order: [column(target, 'id')] }
  }
  const via = scope.alias()
  const { near, far, where, except = [] } = hop.via
  const links = sql`${rowsOf(hop.via.table)} as ${alias(via)}`
  const leads = sql`${column(via, far)} = ${column(target, hop.to)}`
  const tests = [...always(constants(via, where)), ...others(via, except), ...ofTarget]
  return {
    value: column(via, near),
    ...joinedInOrder({ rows, links, leads }, tests, first),
    target,
    order: linkOrder(hop.via, via, scope),
  }
}

/** A cross join is done in the order it is written in. */
function joinedInOrder(
  { rows, links, leads }: Readonly<Record<'rows' | 'links' | 'leads', Sql>>,
  tests: readonly Sql[],
  first: ReadFirst,
): Pick<HopSource, 'from' | 'where'> {
  if (first === 'either') return { from: sql`${rows} join ${links} on ${leads}`, where: tests }
  const from = first === 'rows' ? sql`${rows} cross join ${links}` : sql`${links} cross join ${rows}`
  return { from, where: [leads, ...tests] }
}

function linkOrder({ order, far, ofOne = false }: Via, via: string, { dialect }: Scope): readonly Sql[] {
  if (order !== null) return [column(via, order), column(via, 'id')]
  return [column(via, ofOne && dialect.countingLink === 'lowestTarget' ? far : 'id')]
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
