/**
 * Columns that have the same name as a function of rows, such as `concat` or `to_json`. If such a column is dropped
 * while the server runs, PostgreSQL takes `t0."concat"` for the function call `concat(t0)`, which returns the whole
 * row, including private columns. So statements that use such a column also name it in a form that can only be a
 * column, and then fail.
 */

import type { ClientBase } from 'pg'
import { quoted } from '../../sql/sql.ts'
import type { Statement } from '../../sql/statement.ts'
import { isLostConnection } from './error-codes.ts'

/** By table: its columns that have the name of a function that accepts its rows. */
export type RowFunctions = ReadonlyMap<string, readonly string[]>

export type GuardColumns = (statement: Statement) => Statement

/** `offset 0` keeps the server from checking the visibility of thousands of functions. */
const NAMED_LIKE_FUNCTIONS = `select distinct c.relname::text, a.attname::text
  from (
    select p.oid, p.proname, p.proargtypes[0] as argument, t.typtype = 'c' as is_of_one_table
    from pg_catalog.pg_proc as p join pg_catalog.pg_type as t on t.oid = p.proargtypes[0]
    where p.pronargs >= 1 and p.pronargs - p.pronargdefaults <= 1 and (t.typtype = 'c'
      or t.typname in ('record', 'any', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray'))
    offset 0
  ) as f
  join pg_catalog.pg_attribute as a on a.attname = f.proname and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_class as c on c.oid = a.attrelid
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace <> 'pg_catalog'::regnamespace
    and (not f.is_of_one_table or f.argument = c.reltype)
    and pg_catalog.pg_function_is_visible(f.oid) and pg_catalog.pg_table_is_visible(c.oid)
  order by 1, 2`

/**
 * Databases that are merely compatible with PostgreSQL may lack a catalog; they do not have this notation for
 * functions, either.
 */
export async function findRowFunctions(client: ClientBase): Promise<RowFunctions> {
  const found = new Map<string, string[]>()
  try {
    const { rows } = await client.query<[string, string]>({ text: NAMED_LIKE_FUNCTIONS, rowMode: 'array' })
    for (const [table, column] of rows) found.set(table, [...(found.get(table) ?? []), column])
  } catch (error) {
    if (isLostConnection(error)) throw error
  }
  return found
}

/** Returns the same object for the same statement: prepared statements are found by their text. */
export function createColumnGuard(functions: RowFunctions): GuardColumns {
  if (functions.size === 0) return (statement) => statement
  const known = new WeakMap<Statement, Statement>()
  return (statement) => {
    const before = known.get(statement)
    if (before !== undefined) return before
    const made = guarded(statement, functions)
    known.set(statement, made)
    return made
  }
}

/**
 * Adds `with lectern_columns_0 as (select "concat" from "articles")`. An unused CTE is not run, but its names are
 * resolved, and no outer query could provide such a column.
 */
function guarded(statement: Statement, functions: RowFunctions): Statement {
  const { text, values } = statement
  const isQuery = /^(select|with) /.test(text)
  const selects = isQuery ? [...functions].flatMap(([table, columns]) => selectUsed(text, table, columns)) : []
  if (selects.length === 0) return statement
  const guards = selects.map((select, index) => `lectern_columns_${index} as (${select})`).join(', ')
  const [beginning = ''] = /^with (recursive )?/.exec(text) ?? []
  const rest = beginning === '' ? ` ${text}` : `, ${text.slice(beginning.length)}`
  return { text: `${beginning || 'with '}${guards}${rest}`, values }
}

function selectUsed(text: string, table: string, columns: readonly string[]): readonly string[] {
  if (!text.includes(quoted(table))) return []
  const used = columns.map(quoted).filter((column) => text.includes(`.${column}`))
  return used.length === 0 ? [] : [`select ${used.join(', ')} from ${quoted(table)}`]
}
