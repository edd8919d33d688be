/**
 * How columns of each type are read and written. Types that Strapi creates are used as they are; all others are cast to
 * one of these.
 */

import { literal, type Sql, sql } from '../../sql/sql.ts'
import type { ColumnType } from '../../tables/table-definition.ts'

/** The types that need no cast, by the server's names. */
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
  /** For a domain: the name of its base type. */
  readonly name: string
  readonly isArray: boolean
  /** The column's own type without its length: a cast with a length would truncate longer values. */
  readonly own: Sql
}

export interface Cast {
  readonly to: ColumnType
  /** `timeZone`: the time zone in which datetimes are stored. */
  readonly read: (column: Sql, timeZone: string) => Sql
  /** Converts a value of the type `to`; null if the server does that itself. */
  readonly write: ((value: Sql, column: FoundType, timeZone: string) => Sql) | null
}

const CASTS: ReadonlyMap<string, Cast> = new Map<string, Cast>([
  ['json', { to: 'json', read: storableJson, write: null }],
  [
    'timestamptz',
    {
      to: 'datetime',
      read: (column, timeZone) => sql`${column} at time zone ${literal(timeZone)}`,
      // The server would read it as a time of the session's time zone.
      write: (value, _, timeZone) => sql`((${value})::timestamp at time zone ${literal(timeZone)})`,
    },
  ],
  ['timetz', { to: 'time', read: (column) => sql`${column}::time`, write: null }],
  // Through text, so that 0.1 becomes the double nearest to 0.1, not the one nearest to the float4.
  ['float4', { to: 'float', read: (column) => sql`${column}::text::float8`, write: null }],
  ['money', { to: 'decimal', read: (column) => sql`${column}::numeric`, write: null }],
])

/** Includes citext: depending on the other operand's type, its operators ignore case or do not. */
const AS_TEXT: Cast = {
  to: 'text',
  read: (column) => sql`${column}::text`,
  write: (value, { own }) => sql`(${value})::text::${own}`,
}

const AS_LIST: Cast = {
  to: 'json',
  read: (column) => sql`to_jsonb(${column})`,
  write: (value, { own }) =>
    sql`(select array(select jsonb_array_elements_text(v.list))::${own} from (select (${value})::jsonb as list) as v where v.list is not null)`,
}

/** Null for a type that needs no cast. */
export function castOf({ name, isArray }: Pick<FoundType, 'name' | 'isArray'>): Cast | null {
  if (READ_AS_THEY_ARE.has(name)) return null
  return CASTS.get(name) ?? (isArray ? AS_LIST : AS_TEXT)
}

export function columnType(type: FoundType): ColumnType {
  return castOf(type)?.to ?? READ_AS_THEY_ARE.get(type.name) ?? AS_TEXT.to
}

/** `\u0000` and lone surrogates, with the escaped backslashes before them. */
const UNSTORABLE = literal(
  String.raw`(?<!\\)((?:\\\\)*)(?:\\u0000|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f][0-9a-f]{2})|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2})`,
)

/** `json` accepts escapes that `jsonb` refuses. They become U+FFFD, the replacement character. */
function storableJson(column: Sql): Sql {
  const text = sql`${column}::text`
  const mended = sql`regexp_replace(${text}, ${UNSTORABLE}, ${literal(String.raw`\1\\ufffd`)}, 'gi')::jsonb`
  return sql`case when ${text} ~* ${literal(String.raw`\\u(0000|d[89a-f])`)} then ${mended} else ${column}::jsonb end`
}
