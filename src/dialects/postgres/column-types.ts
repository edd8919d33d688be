/** How the types of columns are read: those of Strapi as they are, all others through a cast to one of these. */

import { literal, type Sql, sql } from '../../sql/sql.ts'
import type { ColumnType } from '../../tables/table-definition.ts'

/** By the server's own names of its types. */
const READ_AS_THEY_ARE: ReadonlyMap<string, ColumnType> = new Map([
  ['varchar', 'string'],
  ['bpchar', 'string'],
  ['text', 'text'],
  ['jsonb', 'json'],
  ['int2', 'integer'],
  ['int4', 'integer'],
  ['int8', 'bigint'],
  ['float8', 'float'],
  ['numeric', 'decimal'],
  ['bool', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ['timestamp', 'datetime'],
])

export interface FoundType {
  /** For a domain, that of the type that it is based on. */
  readonly name: string
  readonly isArray: boolean
}

export interface Cast {
  readonly to: ColumnType
  /** `timeZone`: the one that datetimes are stored in. */
  readonly write: (column: Sql, timeZone: string) => Sql
}

const CASTS: ReadonlyMap<string, Cast> = new Map<string, Cast>([
  ['json', { to: 'json', write: storableJson }],
  ['timestamptz', { to: 'datetime', write: (column, timeZone) => sql`${column} at time zone ${literal(timeZone)}` }],
  ['timetz', { to: 'time', write: (column) => sql`${column}::time` }],
  // By way of a text, so that 0.1 is a tenth, not the double nearest to the float nearest to it.
  ['float4', { to: 'float', write: (column) => sql`${column}::text::float8` }],
  ['money', { to: 'decimal', write: (column) => sql`${column}::numeric` }],
])

/** citext is among these: of its operators some ignore case, others do not, depending on the type of the value. */
const TO_TEXT: Cast = { to: 'text', write: (column) => sql`${column}::text` }
const TO_LIST: Cast = { to: 'json', write: (column) => sql`to_jsonb(${column})` }

/** Null for a type that is read as it is. */
export function castOf({ name, isArray }: FoundType): Cast | null {
  if (READ_AS_THEY_ARE.has(name)) return null
  return CASTS.get(name) ?? (isArray ? TO_LIST : TO_TEXT)
}

export function columnType(type: FoundType): ColumnType {
  return castOf(type)?.to ?? READ_AS_THEY_ARE.get(type.name) ?? TO_TEXT.to
}

/** `\u0000` and halves of surrogate pairs, with the backslashes before them that are escaped themselves. */
const UNSTORABLE = literal(
  String.raw`(?<!\\)((?:\\\\)*)(?:\\u0000|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f][0-9a-f]{2})|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2})`,
)

/** `json` takes escapes that `jsonb` refuses: they become the character that stands for what cannot be shown. */
function storableJson(column: Sql): Sql {
  const text = sql`${column}::text`
  const mended = sql`regexp_replace(${text}, ${UNSTORABLE}, ${literal(String.raw`\1\\ufffd`)}, 'gi')::jsonb`
  return sql`case when ${text} ~* ${literal(String.raw`\\u(0000|d[89a-f])`)} then ${mended} else ${column}::jsonb end`
}
