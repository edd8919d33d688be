/**
 * Rows of a bulk insert as one array for each column. Thousands of parameters take the server longer to parse and bind
 * than the rows take to insert; with arrays there are as many parameters as columns.
 *
 *   values ($1::bigint, $2::text), ($3::bigint, null)
 *   → select u."c0"::bigint, u."c1"::text from unnest($1::text[], $2::text[]) as u ("c0", "c1")
 */

import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import { bind, column, join, name, type Sql, sql } from '../../sql/sql.ts'

/** The SQL around a bound value: a cast, a time zone. Null if the fragment is `null`, which binds nothing. */
type Shape = { readonly before: string; readonly after: string } | null

interface Column {
  readonly shape: Shape
  readonly texts: readonly (string | null)[]
}

/** Rows that differ in form, for example by a number that needs a wider type, are bound value by value. */
export function manyRows(rows: readonly (readonly Sql[])[]): Sql {
  const columns: Column[] = []
  for (const index of (rows[0] ?? []).keys()) {
    const found = columnAt(index, rows)
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

/**
 * Null if the values differ in form, or one is not a bound text with SQL around it. Allocates nothing per value: an
 * import has tens of millions.
 */
function columnAt(index: number, rows: readonly (readonly Sql[])[]): Column | null {
  const texts: (string | null)[] = []
  let shape: Shape = null
  for (const row of rows) {
    const parts = row[index]?.parts ?? []
    const at = typeof parts[0] === 'object' ? 0 : 1
    const [bound, before, after] = [parts[at], at === 0 ? '' : parts[0], parts[at + 1] ?? '']
    if (parts.length === 1 && before === 'null') {
      texts.push(null)
      continue
    }
    if (typeof before !== 'string' || typeof after !== 'string' || parts.length > at + 2) return null
    if (typeof bound !== 'object' || !('value' in bound) || typeof bound.value !== 'string') return null
    shape ??= { before, after }
    if (shape.before !== before || shape.after !== after) return null
    texts.push(bound.value)
  }
  return { shape, texts }
}

/** The text of an array: `{"one","tw\"o",null}`. */
export function arrayText(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => (text === null ? 'null' : `"${escaped(text)}"`)).join(',')}}`
}

const escaped = (text: string): string =>
  text.includes('"') || text.includes('\\') ? text.replaceAll(/["\\]/g, '\\$&') : text
