/**
 * Sort values as texts. A column may hold values of several storage classes, which sort separately: the first letter of
 * the text is the class.
 */

import type { SortKeys } from '../../sql/dialect.ts'
import { bind, integer, join, type Sql, sql } from '../../sql/sql.ts'
import { NUMBER_TEXT } from './functions.ts'

export const sqliteSortKeys: SortKeys = {
  nullsFirst: true,
  text: (value, _kind, longest) =>
    sql`case typeof(${value}) when 'integer' then 'i' || ${value} when 'real' then 'r' || ${NUMBER_TEXT}(${value}) when 'text' then 't' || substr(${value}, 1, ${integer(longest)}) when 'blob' then 'b' || hex(substr(${value}, 1, ${integer(longest)})) end`,
  value: (text) => {
    const value = READERS.get(text.slice(0, 1))?.(text.slice(1)) ?? null
    // `comparedValue` explains the plus.
    return value === null ? null : sql`+${value}`
  },
  list: (texts) => sql`json_array(${join(texts, ', ')})`,
}

const READERS: ReadonlyMap<string, (text: string) => Sql | null> = new Map([
  ['i', whole],
  ['r', real],
  ['t', bind],
  ['b', blob],
])

function whole(text: string): Sql | null {
  if (!/^-?\d{1,19}$/.test(text)) return null
  const number = BigInt(text)
  return BigInt.asIntN(64, number) === number ? bind(number) : null
}

/** `Infinity` is valid. */
function real(text: string): Sql | null {
  const number = Number(text)
  return text === String(number) && !Number.isNaN(number) ? bind(number) : null
}

function blob(text: string): Sql | null {
  return /^(?:[0-9A-F]{2})*$/.test(text) ? sql`unhex(${bind(text)})` : null
}
