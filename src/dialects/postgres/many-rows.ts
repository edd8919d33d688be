/**
 * Rows of a bulk insert as one array for each column. Thousands of parameters take the server longer to parse and bind
 * than the rows take to insert; with arrays there are as many parameters as columns.
 *
 *   values ($1::bigint, $2::text), ($3::bigint, null)
 *   → select u."c0"::bigint, u."c1"::text from unnest($1::text[], $2::text[]) as u ("c0", "c1")
 */

import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import { bind, column, join, name, type Sql, sql } from '../../sql/sql.ts'

/** The text around a bound value: a cast, a time zone. Null for the fragment `null`, which binds nothing. */
type Shape = { readonly before: string; readonly after: string } | null

interface Cell {
  readonly shape: Shape
  readonly text: string | null
}

interface Column {
  readonly shape: Shape
  readonly texts: readonly (string | null)[]
}

/** Rows that differ in form, such as by a number that needs a wider type, are written value by value. */
export function manyRows(rows: readonly (readonly Sql[])[]): Sql {
  const columns: Column[] = []
  for (const index of (rows[0] ?? []).keys()) {
    const found = columnOf(rows.map((row) => cellOf(row[index])))
    if (found === null) return COMMON_SYNTAX.manyRows(rows)
    columns.push(found)
  }
  return columns.some(({ shape }) => shape !== null) ? unnested(columns) : COMMON_SYNTAX.manyRows(rows)
}

function unnested(columns: readonly Column[]): Sql {
  const names: Sql[] = []
  const arrays: Sql[] = []
  const selected = columns.map(({ shape, texts }, index) => {
    if (shape === null) return sql`null`
    names.push(name(`c${index}`))
    arrays.push(sql`${bind(arrayText(texts))}::text[]`)
    return { parts: [shape.before, ...column('u', `c${index}`).parts, shape.after] }
  })
  return sql`select ${join(selected, ', ')} from unnest(${join(arrays, ', ')}) as u (${join(names, ', ')})`
}

/** Null where the values have no form in common. */
function columnOf(cells: readonly (Cell | null)[]): Column | null {
  const texts: (string | null)[] = []
  let common: Shape = null
  for (const cell of cells) {
    if (cell === null || !fits(cell.shape, common)) return null
    common ??= cell.shape
    texts.push(cell.text)
  }
  return { shape: common, texts }
}

/** A null has any form. */
function fits(shape: Shape, common: Shape): boolean {
  return shape === null || common === null || (shape.before === common.before && shape.after === common.after)
}

/** Null for all but one bound text with something written around it. */
function cellOf(fragment: Sql | undefined): Cell | null {
  const parts = fragment?.parts ?? []
  if (parts.length === 1 && parts[0] === 'null') return { shape: null, text: null }
  const at = parts.findIndex((part) => typeof part === 'object')
  const [bound, before, after] = [parts[at], parts[at - 1] ?? '', parts[at + 1] ?? '']
  const isPlain = parts.length <= at + 2 && at <= 1 && typeof before === 'string' && typeof after === 'string'
  if (!isPlain || typeof bound !== 'object' || !('value' in bound) || typeof bound.value !== 'string') return null
  return { shape: { before, after }, text: bound.value }
}

/** The text of an array: `{"one","tw\"o",null}`. */
function arrayText(texts: readonly (string | null)[]): string {
  const items = texts.map((text) => (text === null ? 'null' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`))
  return `{${items.join(',')}}`
}
