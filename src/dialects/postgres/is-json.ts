/**
 * Whether a text is JSON, without an error if it is not. PostgreSQL 16 has `IS JSON`. For older versions, the text is
 * reduced by the grammar: strings become S, other scalars V, then lists and objects of those become V, level by level.
 * If one letter remains, the text is JSON. Texts with more levels do not count as JSON.
 */

import { literal, type Sql, sql } from '../../sql/sql.ts'

const DEEPEST = 8

/** Placeholders that cannot occur in JSON. */
const [S, V] = ['\u0001', '\u0002']

const STRING = String.raw`"(?:[^"\\\u0001-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"`
const PLAIN = String.raw`(?<![-+.\w])(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?![-+.\w])`
const LIST = String.raw`\[(?:[\u0001\u0002](?:,[\u0001\u0002])*)?\]`
const OBJECT = String.raw`\{(?:\u0001:[\u0001\u0002](?:,\u0001:[\u0001\u0002])*)?\}`

export function isJson(text: Sql, hasIsJson: boolean): Sql {
  if (hasIsJson) return sql`${text} is json`
  let reduced = replaced(replaced(replaced(text, STRING, S), PLAIN, V), String.raw`[ \t\n\r]+`, '')
  for (let level = 0; level < DEEPEST; level++) reduced = replaced(reduced, `${LIST}|${OBJECT}`, V)
  return sql`(${text} !~ ${literal(`[${S}${V}]`)} and ${reduced} in (${literal(S)}, ${literal(V)}))`
}

function replaced(text: Sql, pattern: string, by: string): Sql {
  return sql`regexp_replace(${text}, ${literal(pattern)}, ${literal(by)}, 'g')`
}
