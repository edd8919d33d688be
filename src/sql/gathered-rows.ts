/**
 * Collects the ids of matching rows first, so that sort and group values along relations are computed for these rows only:
 *
 *   with w as materialized (select t0.id as id from articles as t0 where …)
 *   select t0.id as id, t5.v as k0 from w join articles as t0 on t0.id = w.id left join (… where t2.article_id in (select id from w) …
 */

import type { StartRows } from './compile-path-joins.ts'
import type { Scope } from './scope.ts'
import { alias, column, rowsOf, type Sql, sql } from './sql.ts'

const GATHERED = 'w'

interface Rows {
  readonly table: string
  /** Includes the keyword `where`; its conditions use the alias `row`. */
  readonly where: Sql
}

/** `select`: everything up to and including `from`; `joins`: SQL to append after the rows. */
export function selectGathered(
  { select, joins }: Readonly<Record<'select' | 'joins', Sql>>,
  { table, where }: Rows,
  row: string,
  { dialect }: Scope,
): Sql {
  const [id, rows] = [column(row, 'id'), sql`${rowsOf(table)} as ${alias(row)}`]
  const ids = dialect.gathered(sql`select ${id} as id from ${rows}${where}`)
  return sql`with ${alias(GATHERED)} ${ids} ${select}${alias(GATHERED)} join ${rows} on ${id} = ${column(GATHERED, 'id')}${joins}`
}

export function startsGathered(table: string, scope: Scope): StartRows {
  return startsAmong(GATHERED, table, scope)
}

/** The rows whose ids are in a CTE. */
export function startsAmong(found: string, table: string, scope: Scope): StartRows {
  const ids = sql`select id from ${alias(found)}`
  return (of) => {
    if (of === 'id') return ids
    const row = scope.alias()
    return sql`select ${column(row, of)} from ${rowsOf(table)} as ${alias(row)} where ${column(row, 'id')} in (${ids})`
  }
}
