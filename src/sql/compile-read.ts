/**
 * ReadPlan → the one statement. The page is cut first, by ids and sort values alone; everything that an entry
 * shows is read for the rows of the page only.
 *
 *   select c.total, e.body
 *   from (select count(*) as total from articles as t0 where …) as c
 *   left join (
 *     select json_object(…) as body, p.k0, p.k1
 *     from (select t1.id as id, t1.title as k0, t1.id as k1 from articles as t1 where … order by k0 asc, k1 asc limit 25) as p
 *     join articles as t2 on t2.id = p.id
 *   ) as e on true
 *   order by e.k0 asc, e.k1 asc
 *
 * Without filters and in the order of ids, nothing is read twice (compile-first-page.ts).
 *
 * With filters, the rows that match may be gathered first and the page cut from those:
 *
 *   with m as materialized (select t0.id as id, t0.title as k0, t0.id as k1 from articles as t0 where …)
 *   select c.total, e.body from (select count(*) as total from m) as c left join (… (select * from m order by … limit 25) as p …
 *
 * Where the database stores row counts, and the condition is of version and locale alone, rows are counted only if necessary:
 *
 *   select coalesce(case when … then (select sum(entries) from lectern_counts where …) end, (select count(*) …)) as total
 *
 * A capped total stops counting, at select count(*) as total from (select 1 from … limit 1001) as n. No more rows are gathered
 * for it either: with m as materialized (select … where … limit 1001), n as materialized (select count(*) as total from m). The
 * page is cut from them, or if there are more than the cap, from the table.
 *
 * A page by cursor begins at a position (compile-seek.ts), has one row more, and a third column: the position of each row.
 *
 * Where the database joins entries faster than it gives rows, all of a page are one value, and nothing is sorted twice:
 *
 *   select (select count(*) as total from articles as t0 where …),
 *     (select cast(group_concat(json_object(…), ',') as blob) from (select … limit 25) as p cross join articles as t2 on t2.id = p.id)
 *
 * Rows: [total or null, body or null]; with facets, the first row has their JSON in one more column. With no rows on the page,
 * one row with the total alone.
 */

import { isById } from '../plan/by-id.ts'
import { hasLists } from '../plan/has-lists.ts'
import type { PlannedSearch, ReadPlan } from '../plan/read-plan.ts'
import { isPlain, isSelective, readsJson } from '../plan/selective.ts'
import { versionRowsOf } from '../plan/version-rows.ts'
import { compileFacets, facetColumns } from './compile-facets.ts'
import { compileFirstPage, isFirstPageById } from './compile-first-page.ts'
import {
  compileMatches,
  compilePage,
  compilePageOfMatches,
  compilePageOfSome,
  extentOf,
  keyName,
  orderBy,
  seeksInMatches,
  whereOf,
} from './compile-matches.ts'
import { compileObject } from './compile-object.ts'
import { keyKind } from './compile-seek.ts'
import { compileFound, compileShownMatch, SCORE } from './compile-words.ts'
import type { Dialect } from './dialect.ts'
import { type ReadSelect, selectOne } from './read-select.ts'
import { newScope, type Scope } from './scope.ts'
import { alias, column, integer, join, render, rowsOf, type Sql, sql } from './sql.ts'
import type { Statement } from './statement.ts'

/** `joined`: all entries of a page in one row, as bytes, for databases where that is faster. */
export type RowForm = 'rows' | 'joined'

export function compileRead(plan: ReadPlan, dialect: Dialect, form: RowForm = 'rows'): Statement {
  const scope = newScope(dialect)
  const joined = form === 'joined' ? compileJoined(plan, scope) : null
  return render(joined ?? selectOne(compilePlan(plan, scope)), dialect)
}

/** Null if rows have other columns besides their entries. */
function compileJoined(plan: ReadPlan, scope: Scope): Sql | null {
  const { joinedEntries } = scope.dialect
  if (joinedEntries === null || plan.search !== null || plan.facets.length > 0 || plan.seek !== null) return null
  if (isFirstPageById(plan)) {
    const { count, entries } = firstPage(plan, scope)
    return sql`select ${countColumn(count)}, ${joinedEntries(sql`e.body`, sql`(${entries}) as e`, null)}`
  }
  const { gathered, count, page } = cutPage(plan, scope)
  const entry = scope.alias()
  const body = compileObject(plan.entry, entry, scope)
  const joined = joinedEntries(body, sql`(${page}) as p`, entriesOf(plan, entry))
  return sql`${gathered}select ${countColumn(count)}, ${joined}`
}

function countColumn(count: Sql | null): Sql {
  return count === null ? sql`null` : sql`(${count})`
}

export function compilePlan(plan: ReadPlan, scope: Scope): ReadSelect {
  if (plan.search !== null) return compileSearched(plan, plan.search, scope)
  if (plan.facets.length > 0) return compileFaceted(plan, scope)
  return compileEntriesAndTotal(plan, scope)
}

/** Facets read all matching rows. Unless that is cheap, the rows are collected once. The first row has the facets. */
function compileFaceted(plan: ReadPlan, scope: Scope): ReadSelect {
  const gathered = seeksInMatches(plan) || (!plan.indexed && !isPlain(plan.condition))
  const rows = () => compileMatches(plan, scope, (row) => facetColumns(plan, row))
  const matches = gathered ? withMatches(rows(), scope) : sql``
  const page = gathered ? compilePageOfMatches(plan, scope) : compilePage(plan, scope)
  const count = gathered ? totalOf(sql`from m`, plan) : countOf(plan, scope)
  const total = plan.count ? sql`(${count}) as total, ` : sql``
  const order = orderBy(plan.order, 'e')
  const beside = sql`select ${total}${compileFacets(plan, gathered, scope)} as facets`
  return {
    gathered: matches,
    total: plan.count ? sql`c.total` : null,
    ...shownOf(plan, scope),
    facets: sql`case when row_number() over (${order}) = 1 then c.facets end`,
    from: sql`(${beside}) as c left join (${compileEntries(plan, page, scope)}) as e on true`,
    order,
  }
}

/** Search results are collected once. */
function compileSearched(plan: ReadPlan, { words, shown }: PlannedSearch, scope: Scope): ReadSelect {
  const faceted = plan.facets.length > 0
  const score = shown?.score === true ? [sql`${SCORE} as score`] : []
  const rows = compileMatches(plan, scope, (row) => [...score, ...facetColumns(plan, row)])
  const total = plan.count ? sql`(${totalOf(sql`from m`, plan)})` : sql`null`
  const beside = faceted ? sql`, ${compileFacets(plan, true, scope)} as facets` : sql``
  const order = orderBy(plan.order, 'e')
  const page = compilePageOfMatches(plan, scope)
  return {
    gathered: sql`with ${compileFound(words, scope)}, m ${scope.dialect.gathered(rows)} `,
    total: plan.count ? sql`c.total` : null,
    ...shownOf(plan, scope),
    facets: faceted ? sql`case when row_number() over (${order}) = 1 then c.facets end` : null,
    match: shown === null ? null : sql`e.found`,
    from: sql`(select ${total} as total${beside}) as c left join (${compileEntries(plan, page, scope)}) as e on true`,
    order,
  }
}

function compileEntriesAndTotal(plan: ReadPlan, scope: Scope): ReadSelect {
  const { gathered, count, entries } = isFirstPageById(plan) ? firstPage(plan, scope) : entriesOfPage(plan, scope)
  const once = hasLists(plan.entry) ? scope.dialect.workedOutOnce : sql``
  const shared = { gathered, ...shownOf(plan, scope), facets: null, order: orderBy(plan.order, 'e') }
  if (count === null) return { ...shared, total: null, from: sql`(${entries}${once}) as e` }
  return { ...shared, total: sql`c.total`, from: sql`(${count}) as c left join (${entries}) as e on true` }
}

interface CountedEntries extends Omit<CutPage, 'page'> {
  readonly entries: Sql
}

function firstPage(plan: ReadPlan, scope: Scope): CountedEntries {
  return { gathered: sql``, count: plan.count ? countOf(plan, scope) : null, entries: compileFirstPage(plan, scope) }
}

function entriesOfPage(plan: ReadPlan, scope: Scope): CountedEntries {
  const { gathered, count, page } = cutPage(plan, scope)
  return { gathered, count, entries: compileEntries(plan, page, scope) }
}

interface CutPage {
  /** `with m as …` if matches are collected first. */
  readonly gathered: Sql
  /** Null without a total. */
  readonly count: Sql | null
  readonly page: Sql
}

function cutPage(plan: ReadPlan, scope: Scope): CutPage {
  if (!plan.count) {
    if (!seeksInMatches(plan)) return { gathered: sql``, count: null, page: compilePage(plan, scope) }
    const gathered = withMatches(compileMatches(plan, scope), scope)
    return { gathered, count: null, page: compilePageOfMatches(plan, scope) }
  }
  if (!isOnePass(plan)) return { gathered: sql``, count: countOf(plan, scope), page: compilePage(plan, scope) }
  return plan.countCap === null || plan.seek !== null
    ? allMatches(plan, scope)
    : someMatches(plan, plan.countCap, scope)
}

function withMatches(rows: Sql, { dialect }: Scope): Sql {
  return sql`with m ${dialect.gathered(rows)} `
}

function allMatches(plan: ReadPlan, scope: Scope): CutPage {
  const gathered = withMatches(compileMatches(plan, scope), scope)
  return { gathered, count: totalOf(sql`from m`, plan), page: compilePageOfMatches(plan, scope) }
}

function someMatches(plan: ReadPlan, cap: number, scope: Scope): CutPage {
  const matches = sql`${compileMatches(plan, scope)} limit ${integer(cap + 1)}`
  const total = scope.dialect.gathered(sql`select count(*) as total from m`)
  const gathered = sql`with m ${scope.dialect.gathered(matches)}, n ${total} `
  return { gathered, count: sql`select total from n`, page: compilePageOfSome(plan, cap, scope) }
}

/** The entry, and with a seek its position. Only entries with lists need a bound. */
function shownOf({ entry, seek, order }: ReadPlan, { dialect }: Scope): Pick<ReadSelect, 'body' | 'position'> {
  const body = hasLists(entry) ? dialect.jsonEntry(sql`e.body`) : sql`e.body`
  if (seek === null) return { body, position: null }
  const { list, text } = dialect.sortKeys
  const keys = order.map((key, index) => text(column('e', keyName(index)), keyKind(key), seek.longestKey + 1))
  return { body, position: list(keys) }
}

/**
 * Whether matching rows are collected once, then counted and paginated. Not in the order of ids, where a page is usually
 * complete long before all rows are read, unless few rows match or testing them is slow; and not if an index can count the
 * rows. For a capped total, no more rows are collected than are counted.
 */
function isOnePass(plan: ReadPlan): boolean {
  const { condition, order, indexed, countCap, seek } = plan
  if (seeksInMatches(plan)) return true
  if (indexed || isPlain(condition)) return false
  if (countCap !== null) return seek === null || isSelective(condition)
  const isByIds = order.length === 1 && order.every(isById)
  return !isByIds || isSelective(condition) || readsJson(condition)
}

/** The total alone. */
export function compileCount(plan: ReadPlan, dialect: Dialect): Statement {
  return render(countOf(plan, newScope(dialect)), dialect)
}

function countOf(plan: ReadPlan, scope: Scope): Sql {
  const row = scope.alias()
  const where = whereOf(plan, row, scope, { besides: null, extent: extentOf(plan) })
  const counted = totalOf(sql`from ${rowsOf(plan.table)} as ${alias(row)}${where}`, plan)
  const stored = storedCountOf(plan, scope.dialect)
  return stored === null ? counted : sql`select coalesce(${stored}, (${counted})) as total`
}

/** A total beyond the cap is one more than it. */
function totalOf(from: Sql, { countCap }: ReadPlan): Sql {
  if (countCap === null) return sql`select count(*) as total ${from}`
  return sql`select count(*) as total from (select 1 ${from} limit ${integer(countCap + 1)}) as n`
}

/** An expression for the stored total, null where rows must be counted. Null if totals are not stored. */
function storedCountOf({ table, condition }: ReadPlan, { storedCount }: Dialect): Sql | null {
  const rows = versionRowsOf(condition)
  return storedCount === null || rows === null ? null : storedCount(table, rows)
}

/** Whether the database stores the total. */
export function hasStoredCount(plan: ReadPlan, dialect: Dialect): boolean {
  return storedCountOf(plan, dialect) !== null
}

function compileEntries(plan: ReadPlan, page: Sql, scope: Scope): Sql {
  const entry = scope.alias()
  const keys = plan.order.map((_, index) => column('p', keyName(index)))
  const shown = plan.search?.shown ?? null
  const found = shown === null ? sql`` : sql`, ${compileShownMatch(shown, entry, scope)} as found`
  return sql`select ${compileObject(plan.entry, entry, scope)} as body, ${join(keys, ', ')}${found} from (${page}) as p join ${entriesOf(plan, entry)}`
}

function entriesOf({ table }: ReadPlan, entry: string): Sql {
  return sql`${rowsOf(table)} as ${alias(entry)} on ${column(entry, 'id')} = p.id`
}
