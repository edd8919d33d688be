/** Condition → SQL on the row with the given alias; and subqueries of related rows, for conditions and responses. */

import { ID, PUBLISHED_AT } from '../plan/columns.ts'
import { itemsOf } from '../plan/conditions.ts'
import type { Condition, RelatedRows } from '../plan/read-plan.ts'
import { readsList } from '../plan/selective.ts'
import { compileCountTest } from './compile-count-test.ts'
import { compileFirstLocale } from './compile-first-locale.ts'
import { compileHop, compileReverseHop, constants, type HopUse } from './compile-hop.ts'
import { compileJson } from './compile-json.ts'
import { type Compile, compileTested } from './compile-left-join.ts'
import { compileLinks } from './compile-links.ts'
import { compileTest } from './compile-test.ts'
import { compileVersion } from './compile-version.ts'
import { compileWords } from './compile-words.ts'
import type { Extent } from './dangling-links.ts'
import { ofRelated, type Scope } from './scope.ts'
import { column, join, type Sql, sql, whereAll } from './sql.ts'

type Counted = Extract<Condition, { kind: 'counted' }>

export function compileCondition(condition: Condition, own: string, scope: Scope): Sql {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return group(
        condition.items.map((item) => compileCondition(item, own, scope)),
        condition.kind,
      )
    case 'test':
      return compileTest(condition, own, scope)
    case 'json':
      return compileJson(condition, own, scope)
    case 'exists': {
      const some = someRow(condition.rows, own, scope)
      if (condition.orNone.kind === 'no') return some
      const none = exists({ ...condition.rows, condition: condition.orNone.among }, own, scope)
      return sql`(${some} or not ${none})`
    }
    case 'none':
      return noRow(condition.rows, own, scope)
    case 'counted':
      return compileCounted(condition, own, scope)
    case 'notTrue':
      // Not `is not true`: to SQLite, `true` is a column where a table in scope has one of that name.
      return sql`not coalesce((${compileCondition(condition.item, own, scope)}), 1 = 0)`
    case 'version':
      return compileVersion(condition, own, scope)
    case 'firstLocale': {
      const other = scope.alias()
      const shown = compileCondition(condition.choice.among, other, scope)
      return compileFirstLocale(condition.choice, { own, other, shown }, scope)
    }
    case 'words':
      return compileWords(condition.words, own, scope)
    case 'constant':
      return condition.holds ? sql`1 = 1` : sql`1 = 0`
  }
}

const ITEMS_SIDE_BY_SIDE = 16

/**
 * Databases read `a or b or c` as `(a or b) or c`, one level for each item, and limit the levels: so the list is split in
 * halves.
 */
export function group(items: readonly Sql[], kind: 'and' | 'or'): Sql {
  const middle = Math.ceil(items.length / 2)
  const parts =
    items.length <= ITEMS_SIDE_BY_SIDE ? items : [group(items.slice(0, middle), kind), group(items.slice(middle), kind)]
  return sql`(${join(parts, ` ${kind} `)})`
}

function someRow(rows: RelatedRows, own: string, scope: Scope): Sql {
  return inSharedSet(rows, own, scope) ?? exists(rows, own, scope)
}

function noRow(rows: RelatedRows, own: string, scope: Scope): Sql {
  const inSet = inSharedSet(rows, own, scope)
  // A null, of a row that leads nowhere or in the set, makes it unknown.
  return inSet === null ? sql`not ${exists(rows, own, scope)}` : sql`not coalesce(${inSet}, 1 = 0)`
}

/**
 * Many rows may share one related row. Where testing that related row reads a list, an EXISTS would read the list again for
 * each of them; a set is computed once. Null where a set does not help.
 */
function inSharedSet(rows: RelatedRows, own: string, scope: Scope): Sql | null {
  const { hop, condition, isShared } = rows
  if (scope.ofFewRows === true || !isShared || hop.notSelf || !readsList(condition)) return null
  const found = scope.dialect.inSharedSet(column(own, hop.from), compileSet(rows, scope, compileCondition))
  return hop.fromWhere.length === 0 ? found : group([...constants(own, hop.fromWhere), found], 'and')
}

/** The values of `hop.from` that match related rows. */
export function compileSet({ hop, table, condition }: RelatedRows, scope: Scope, compile: Compile): Sql {
  const first = (hop.via?.where ?? []).length === 0 ? 'rows' : 'either'
  const { value, from, where, target } = compileReverseHop(hop, table, scope, first)
  const tested = compileTested(condition, target, scope, compile)
  return sql`select ${value} from ${from}${tested.joins}${whereAll([...where, ...tested.where])}`
}

function exists(rows: RelatedRows, own: string, scope: Scope): Sql {
  const { from, where, target } = compileHop(rows, own, scope)
  const tested = compileTested(rows.condition, target, ofRelated(scope, rows), compileCondition)
  return sql`exists (select 1 from ${from}${tested.joins}${whereAll([...where, ...tested.where])})`
}

export function compileCounted(
  { rows, test, negated }: Counted,
  own: string,
  scope: Scope,
  extent: Extent = 'few',
): Sql {
  const selects = rows.map((one) => {
    const { from, where } = compileRows(one, own, scope)
    return sql`select 1 from ${from} where ${where}`
  })
  const ofRows = compileCountTest(join(selects, ' union all '), test, scope)
  const links = onlyOne(rows, (one) => compileLinks(one, own, scope, extent))
  const compared =
    links === null
      ? ofRows
      : sql`case when ${links.noDanglingLinks} then ${compileCountTest(sql`select 1 from ${links.from} where ${links.where}`, test, scope)} else ${ofRows} end`
  return negated ? sql`not (${compared})` : compared
}

function onlyOne<T, R>([only, ...others]: readonly T[], use: (only: T) => R | null): R | null {
  return only === undefined || others.length > 0 ? null : use(only)
}

/** The number of related rows. */
export function compileCountOf(rows: RelatedRows, own: string, scope: Scope): Sql {
  const { from, where } = compileRows(rows, own, scope, 'shown')
  const ofRows = sql`(select count(*) from ${from} where ${where})`
  const links = compileLinks(rows, own, scope, 'few')
  return links === null
    ? ofRows
    : sql`case when ${links.noDanglingLinks} then (select count(*) from ${links.from} where ${links.where}) else ${ofRows} end`
}

export interface RowSource {
  readonly from: Sql
  readonly where: Sql
  /** Alias of the related row. */
  readonly target: string
  readonly order: readonly Sql[]
}

/** For a related row that is looked up by its id. */
function compileOfNamed(condition: Condition, own: string, scope: Scope): Sql {
  const items = itemsOf(condition).map((item) => {
    const compiled = compileCondition(item, own, scope)
    return isOfVersion(item) ? scope.dialect.linked.ofVersion(compiled) : compiled
  })
  return condition.kind === 'and' ? group(items, 'and') : join(items, ' and ')
}

function isOfVersion(condition: Condition): boolean {
  return condition.kind === 'test' && condition.test.kind === 'isNull' && condition.column.name === PUBLISHED_AT.name
}

export function compileRows(rows: RelatedRows, own: string, scope: Scope, use?: HopUse): RowSource {
  const { hop, condition } = rows
  const end = compileHop(rows, own, scope, use)
  const always = condition.kind === 'constant' && condition.holds
  const compile = use === 'shown' && hop.to === ID.name ? compileOfNamed : compileCondition
  const where = always ? end.where : [...end.where, compile(condition, end.target, ofRelated(scope, rows))]
  return { ...end, where: join(where, ' and ') }
}
