/**
 * Facets → one JSON object: for each, its most frequent values.
 *
 *   (with f as materialized (select r.b0 as v, count(*) as n from (…) as r where r.b0 is not null group by r.b0
 *      order by n desc, v limit 21)
 *    select json_object('values', (select json_group_array(…) from (select v, n from f order by n desc, v limit 20)),
 *      'more', (select count(*) from f) > 20))
 */

import type { PlannedFacet, ReadPlan } from '../plan/read-plan.ts'
import { compileKeyedRows, keyKind, keyValue } from './compile-keyed-rows.ts'
import type { Scope } from './scope.ts'
import { column, integer, name, type Sql, sql } from './sql.ts'

/** Values of a facet in a response. */
const MOST_VALUES = 20

/** `gathered`: whether the rows of the page are in `m` already, with the columns below. */
export function compileFacets({ table, condition, facets }: ReadPlan, gathered: boolean, scope: Scope): Sql {
  const members = facets.map((facet, index) => {
    const rows = facet.condition ?? (gathered ? 'm' : condition)
    const keyed =
      rows === 'm' && isOwnColumn(facet)
        ? sql`select ${keyValue(column('m', columnName(index)), facet.key, scope)} as b0 from m`
        : compileKeyedRows({ table, rows, by: [facet.key], measures: [], nulls: false }, scope)
    return { key: facet.key.name, value: compileFacet(facet, keyed, scope) }
  })
  return scope.dialect.jsonObject(members)
}

/** Columns of `m` besides ids, so that one pass over the rows serves all facets of their own columns. */
export function facetColumns({ facets }: ReadPlan, row: string): readonly Sql[] {
  return facets.flatMap((facet, index) =>
    isOwnColumn(facet) ? [sql`${column(row, facet.key.column.name)} as ${name(columnName(index))}`] : [],
  )
}

function isOwnColumn({ key, condition }: PlannedFacet): boolean {
  return condition === null && key.through.length === 0
}

function columnName(index: number): string {
  return `f${index}`
}

function compileFacet({ key }: PlannedFacet, keyed: Sql, { dialect }: Scope): Sql {
  const order = sql`n desc, v asc`
  const counted = sql`select r.b0 as v, count(*) as n from (${keyed}) as r where r.b0 is not null group by r.b0 order by ${order} limit ${integer(MOST_VALUES + 1)}`
  const item = dialect.jsonObject([
    { key: 'value', value: dialect.shown(column('s', 'v'), keyKind(key)) },
    { key: 'count', value: column('s', 'n') },
  ])
  const list = dialect.jsonList(item, sql`s.n desc, s.v asc`, null)
  const values = sql`(select ${list} from (select v, n from f order by ${order} limit ${integer(MOST_VALUES)}) as s)`
  const more = dialect.jsonBoolean(sql`(select count(*) from f) > ${integer(MOST_VALUES)}`)
  const facet = dialect.jsonObject([
    { key: 'values', value: dialect.jsonRestored(values) },
    { key: 'more', value: more },
  ])
  return dialect.jsonRestored(sql`(with f ${dialect.gathered(counted)} select ${facet})`)
}
