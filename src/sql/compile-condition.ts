/** Condition → SQL on the row with the given alias; and subqueries of related rows, for conditions and responses. */

import type { Condition, RelatedRows } from '../plan/read-plan.ts'
import { compileCountTest } from './compile-count-test.ts'
import { compileFirstLocale } from './compile-first-locale.ts'
import { compileHop } from './compile-hop.ts'
import { compileJson } from './compile-json.ts'
import { compileLinks } from './compile-links.ts'
import { compileTest } from './compile-test.ts'
import { compileVersion } from './compile-version.ts'
import { compileWords } from './compile-words.ts'
import type { Extent } from './link-ends.ts'
import type { Scope } from './scope.ts'
import { join, type Sql, sql } from './sql.ts'

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
      const some = exists(condition.rows, own, scope)
      if (condition.orNone.kind === 'no') return some
      const none = exists({ ...condition.rows, condition: condition.orNone.among }, own, scope)
      return sql`(${some} or not ${none})`
    }
    case 'none':
      return sql`not ${exists(condition.rows, own, scope)}`
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

function exists(rows: RelatedRows, own: string, scope: Scope): Sql {
  const { from, where } = compileRows(rows, own, scope)
  return sql`exists (select 1 from ${from} where ${where})`
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
      : sql`case when ${links.eachLeads} then ${compileCountTest(sql`select 1 from ${links.from} where ${links.where}`, test, scope)} else ${ofRows} end`
  return negated ? sql`not (${compared})` : compared
}

function onlyOne<T, R>([only, ...others]: readonly T[], use: (only: T) => R | null): R | null {
  return only === undefined || others.length > 0 ? null : use(only)
}

/** How many there are. */
export function compileCountOf(rows: RelatedRows, own: string, scope: Scope): Sql {
  const { from, where } = compileRows(rows, own, scope)
  const ofRows = sql`(select count(*) from ${from} where ${where})`
  const links = compileLinks(rows, own, scope, 'few')
  return links === null
    ? ofRows
    : sql`case when ${links.eachLeads} then (select count(*) from ${links.from} where ${links.where}) else ${ofRows} end`
}

export interface RowSource {
  readonly from: Sql
  readonly where: Sql
  /** Alias of the related row. */
  readonly target: string
  readonly order: readonly Sql[]
}

export function compileRows({ hop, table, condition }: RelatedRows, own: string, scope: Scope): RowSource {
  const end = compileHop(hop, table, own, scope)
  const always = condition.kind === 'constant' && condition.holds
  const where = always ? end.where : [...end.where, compileCondition(condition, end.target, scope)]
  return { ...end, where: join(where, ' and ') }
}
