/** How the types of columns are read and written: those of Strapi as they are, all others through a cast to one of these. */

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
  /** The type of the column itself, without its length: a cast with one would cut off what is longer. */
  readonly own: Sql
}

export interface Cast {
  readonly to: ColumnType
  /** `timeZone`: the one that datetimes are stored in. */
  readonly read: (column: Sql, timeZone: string) => Sql
  /** A value of the type `to`; null where the server converts it by itself. */
  readonly write: ((value: Sql, column: FoundType, timeZone: string) => Sql) | null
}

const CASTS: ReadonlyMap<string, Cast> = new Map<string, Cast>([
  ['json', { to: 'json', read: storableJson, write: null }],
  [
    'timestamptz',
    {
      to: 'datetime',
      read: (column, timeZone) => sql`${column} at time zone ${literal(timeZone)}`,
      // By itself, the server would take it for a time of the session's zone.
      write: (value, _, timeZone) => sql`((${value})::timestamp at time zone ${literal(timeZone)})`,
    },
  ],
  ['timetz', { to: 'time', read: (column) => sql`${column}::time`, write: null }],
  // By way of a text, so that 0.1 is a tenth, not the double nearest to the float nearest to it.
  ['float4', { to: 'float', read: (column) => sql`${column}::text::float8`, write: null }],
  ['money', { to: 'decimal', read: (column) => sql`${column}::numeric`, write: null }],
])

/** citext is among these: of its operators some ignore case, others do not, depending on the type of the value. */
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

/** Null for a type that is read as it is. */
export function castOf({ name, isArray }: Pick<FoundType, 'name' | 'isArray'>): Cast | null {
  if (READ_AS_THEY_ARE.has(name)) return null
  return CASTS.get(name) ?? (isArray ? AS_LIST : AS_TEXT)
}

export function columnType(type: FoundType): ColumnType {
  return castOf(type)?.to ?? READ_AS_THEY_ARE.get(type.name) ?? AS_TEXT.to
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
