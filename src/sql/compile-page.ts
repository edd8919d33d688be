/**
 * A page of a populated list. The page is cut first, by ids and the values of the order; what its rows show is read for
 * these alone:
 *
 *   (select json_group_array(json_object(…) order by t5.k0, t5.k1)
 *    from (select t4.id as id, t4.created_at as k0, t4.id as k1 from lnk as t3 join reviews as t4 on … where … order by k0, k1 limit 3) as t5
 *    join reviews as t6 on t6.id = t5.id)
 *
 * In the order of the link, which an index may have, nothing is sorted: the subselect returns the columns, and no row is
 * read twice.
 * Some databases need no order in the aggregate then.
 *
 *   (select json_group_array(json_object('stars', t5.c0) order by t5.k0, t5.k1)
 *    from (select t4.stars as c0, t3.ord as k0, t3.id as k1 from lnk as t3 join reviews as t4 on … where … order by k0, k1 limit 3) as t5)
 */

import type { Member, ObjectShape, Related, RelatedPage } from '../plan/read-plan.ts'
import { compileCountOf, compileRows } from './compile-condition.ts'
import { orderKeys } from './compile-order.ts'
import type { Scope } from './scope.ts'
import { alias, bind, column, integer, join, name, rowsOf, type Sql, sql } from './sql.ts'

/** Compiles the JSON of the row with the given alias. */
export type CompileRow = (shape: ObjectShape, own: string) => Sql

export type PagedList = Related & { readonly page: RelatedPage }

export function compilePagedList(paged: PagedList, own: string, scope: Scope, row: CompileRow): Sql {
  const { arms, place, page } = paged
  const cut = scope.alias()
  const [only, ...others] = arms
  if (only === undefined) return scope.dialect.jsonEmptyList
  if (others.length > 0) return unionPage(paged, own, scope, { cut, row })
  const source = compileRows(only.rows, own, scope, 'shown')
  const { keys, joins } = orderKeys(only.order, source, scope)
  const named = keys.map(({ value }, index) => sql`${value} as ${name(keyName(index))}`)
  const outer = keys.map(({ direction }, index) => sql`${column(cut, keyName(index))}${direction}`)
  const inner = keys.map(({ direction }, index) => sql`${name(keyName(index))}${direction}`)
  const taken = only.order.length === 0 ? takeColumns(only.shape, source.target) : null
  const order = join(outer, ', ')
  const rows = (shown: readonly Sql[]) =>
    sql`select ${join([...shown, ...named], ', ')} from ${source.from}${joins} where ${source.where} order by ${join(inner, ', ')} ${windowOf(page)}`
  if (taken !== null) {
    const list = scope.dialect.jsonList(row(taken.shape, cut), scope.dialect.keepsOrder ? null : order, place)
    return sql`(select ${list} from (${rows(taken.columns)}) as ${alias(cut)})`
  }
  const entry = scope.alias()
  const ids = rows([sql`${column(source.target, 'id')} as id`])
  const list = scope.dialect.jsonList(row(only.shape, entry), order, place)
  return sql`(select ${list} from (${ids}) as ${alias(cut)} join ${rowsOf(only.rows.table)} as ${alias(entry)} on ${column(entry, 'id')} = ${column(cut, 'id')})`
}

interface TakenColumns {
  readonly columns: readonly Sql[]
  /** In terms of these columns, whose names are `c0`, `c1`, … */
  readonly shape: ObjectShape
}

/** Null for shapes with anything but columns in them. */
function takeColumns({ members }: ObjectShape, target: string): TakenColumns | null {
  const columns: Sql[] = []
  const renamed: Member[] = []
  for (const { key, value } of members) {
    if (value.kind !== 'column') return null
    const taken = `c${columns.length}`
    columns.push(sql`${column(target, value.column.name)} as ${name(taken)}`)
    renamed.push({ key, value: { kind: 'column', column: { ...value.column, name: taken } } })
  }
  return { columns, shape: { members: renamed } }
}

/** Rows of several tables: a number in each row tells its arm. */
function unionPage(
  { arms, place, page }: PagedList,
  own: string,
  scope: Scope,
  { cut, row }: { readonly cut: string; readonly row: CompileRow },
): Sql {
  const selects = arms.map((arm, index) => {
    const { from, where, target, order } = compileRows(arm.rows, own, scope, 'shown')
    const [major = sql`0`, minor = major] = order
    return sql`select ${integer(index)} as arm, ${column(target, 'id')} as id, ${major} as major, ${minor} as minor from ${from} where ${where}`
  })
  const bodies = arms.map((arm, index) => {
    const entry = scope.alias()
    const body = sql`(select ${row(arm.shape, entry)} from ${rowsOf(arm.rows.table)} as ${alias(entry)} where ${column(entry, 'id')} = ${column(cut, 'id')})`
    return sql`when ${integer(index)} then ${body}`
  })
  const body = scope.dialect.jsonRestored(sql`case ${column(cut, 'arm')} ${join(bodies, ' ')} end`)
  const items = scope.dialect.jsonList(body, sql`${column(cut, 'major')}, ${column(cut, 'minor')}`, place)
  return sql`(select ${items} from (${join(selects, ' union all ')} order by major, minor ${windowOf(page)}) as ${alias(cut)})`
}

/** The limit is inlined and the offset bound, as for the page of entries. */
function windowOf({ start, limit }: RelatedPage): Sql {
  return start === 0 ? sql`limit ${integer(limit)}` : sql`limit ${integer(limit)} offset ${bind(start)}`
}

/** `meta.pagination` of such a page. All rows are counted once, although the count is used several times. */
export function compilePageMeta(
  { arms }: Related,
  { kind, start, limit }: RelatedPage,
  own: string,
  scope: Scope,
): Sql {
  const counted = scope.alias()
  const total = column(counted, 'total')
  const sum =
    arms.length === 0
      ? sql`0`
      : join(
          arms.map(({ rows }) => compileCountOf(rows, own, scope)),
          ' + ',
        )
  const members =
    kind === 'page'
      ? [
          { key: 'page', value: boundInteger(start / limit + 1) },
          { key: 'pageSize', value: integer(limit) },
          { key: 'pageCount', value: sql`(${total} + ${integer(limit - 1)}) / ${integer(limit)}` },
        ]
      : [
          { key: 'start', value: boundInteger(start) },
          { key: 'limit', value: integer(limit) },
        ]
  const meta = scope.dialect.jsonObject([...members, { key: 'total', value: total }])
  return sql`(select ${meta} from (select ${sum} as total${scope.dialect.workedOutOnce}) as ${alias(counted)})`
}

/** A bare placeholder has no type. */
function boundInteger(value: number): Sql {
  return sql`cast(${bind(value)} as bigint)`
}

function keyName(index: number): string {
  return `k${index}`
}
