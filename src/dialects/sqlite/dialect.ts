/** The SQL of SQLite. Datetimes are stored as epoch milliseconds, booleans as 0 and 1, JSON as text. */

import type { ColumnKind, TextTest, Value } from '../../plan/read-plan.ts'
import { linkedAsIs } from '../../sql/common-syntax.ts'
import type { Dialect, JsonMember, SoughtText } from '../../sql/dialect.ts'
import { bind, join, literal, type Sql, sql } from '../../sql/sql.ts'
import { canonicalJson } from './canonical-json.ts'
import { limitedColumns } from './columns.ts'
import { sqliteSums } from './exact-sums.ts'
import { sqliteExplain } from './explain.ts'
import { CANONICAL_JSON, FAR_DATETIME, FOLD, NUMBER_TEXT } from './functions.ts'
import { jsonAt } from './json-at.ts'
import { noDanglingLinks } from './links.ts'
import { counted } from './populated-rows.ts'
import { wordMatches } from './search.ts'
import { sqliteSortKeys } from './sort-keys.ts'
import { sqliteSyntax } from './syntax.ts'

export const sqliteDialect: Dialect = {
  ...sqliteSyntax,

  jsonObject,
  jsonList: (item, order, place) => {
    const list = order === null ? sql`json_group_array(${item})` : sql`json_group_array(${item} order by ${order})`
    return place === null ? list : counted(list, place.path)
  },
  keepsOrder: true,
  // The size is measured while rows are read.
  jsonEntry: (body) => body,
  // The code that reads the rows of an export resets the limit for each entry.
  entryApart: (body) => body,
  // A cross join reads the page row by row, in its order, and looks up each entry. Returned as bytes: decoding a long
  // response and encoding it again would take most of its time.
  joinedEntries: (body, page, entries) =>
    sql`(select cast(group_concat(${body}, ',') as blob) from ${page}${entries === null ? sql`` : sql` cross join ${entries}`})`,
  workedOutOnce: sql``,
  jsonEmptyList: sql`json('[]')`,
  jsonText: literal,
  jsonBoolean: (condition) => sql`case when ${condition} then json('true') else json('false') end`,
  // Sorts and derived tables lose the subtype that marks a text as JSON.
  jsonRestored: (value) => sql`json(${value})`,

  shown,
  shownText,

  comparable: (column, kind) => (kind === 'json' ? sql`${CANONICAL_JSON}(${textOf(column)})` : column),
  value: comparedValue,
  sortKeys: sqliteSortKeys,
  stored: (value, kind) => (kind === 'json' && value !== null ? bind(String(value)) : bindValue(value, kind)),
  // A write transaction has the whole file for itself, so it needs no other locks.
  isStrict: false,
  fingerprint: (text) => text,
  limitedColumns,
  findTable: (table) => sql`select 1 from sqlite_master where type = 'table' and name = ${literal(table)}`,
  locks: null,

  // SQLite would run EXISTS for every row.
  inSet: {
    drives: (column, set) => sql`${column} in (${set})`,
    probed: isAmong,
  },
  inSharedSet: isAmong,
  // SQLite does not build an automatic index for a subquery from which it expects only ten rows.
  oftenTrue: (condition) => sql`likelihood(${condition}, 0.9)`,
  linked: linkedAsIs,
  countingLink: 'lowestTarget',
  prefersJoins: false,
  firstOfEach: (key, value, direction, from) => {
    const numbered = sql`select k, v, row_number() over (partition by k order by v${direction}) as n from (select ${key} as k, ${value} as v from ${from})`
    return sql`select k, v from (${numbered}) where n = 1`
  },
  firstInOrder: null,
  mostLookedUp: null,

  noDanglingLinks: { few: null, all: noDanglingLinks },

  storedCount: null,
  sums: sqliteSums,

  textTest,
  shownTextTest: (column, kind, sought) => textTest(shownText(column, kind), sought),

  jsonAt,

  folded: (text) => sql`${FOLD}(${text})`,

  wordMatches,

  explain: sqliteExplain,
}

/** A function takes a thousand arguments, so a wider object is concatenated from several. */
const MOST_MEMBERS = 400

function jsonObject(members: readonly JsonMember[]): Sql {
  if (members.length <= MOST_MEMBERS) return objectOf(members)
  const inner = Array.from({ length: Math.ceil(members.length / MOST_MEMBERS) }, (_, index) => {
    const piece = objectOf(members.slice(index * MOST_MEMBERS, (index + 1) * MOST_MEMBERS))
    return sql`(select substr(o, 2, length(o) - 2) from (select ${piece} as o))`
  })
  return sql`json('{' || ${join(inner, " || ',' || ")} || '}')`
}

function objectOf(members: readonly JsonMember[]): Sql {
  return sql`json_object(${join(
    members.flatMap(({ key, value }) => [literal(key), value]),
    ', ',
  )})`
}

function shown(column: Sql, kind: ColumnKind): Sql {
  switch (kind) {
    case 'integer':
    case 'float':
    case 'decimal':
      return storedNumber(column)
    case 'bigint':
      return wholeText(column)
    case 'timestamp':
      return milliseconds(column)
    case 'boolean':
      return sql`case ${column} when 1 then json('true') when 0 then json('false') end`
    case 'datetime':
      return isoDatetime(column)
    case 'json':
      return jsonValue(column)
    case 'id':
      return column
    case 'text':
      return textOf(column)
    // A number in such a column stays a number, as in Strapi's responses.
    case 'date':
    case 'time':
      return sql`case typeof(${column}) when 'blob' then ${textOf(column)} else ${column} end`
  }
}

/** JSON cannot contain the bytes that a column may hold, so they are shown as text. Casting a text does not copy it. */
function textOf(column: Sql): Sql {
  return sql`cast(${column} as text)`
}

/** SQLite stores 5 as 5.0 in a column with a decimal type, which the attribute's `column` option may set. */
function wholeText(column: Sql): Sql {
  return sql`case typeof(${column}) when 'real' then ${NUMBER_TEXT}(${column}) else ${textOf(column)} end`
}

function shownText(column: Sql, kind: ColumnKind): Sql {
  switch (kind) {
    case 'id':
      return textOf(column)
    case 'bigint':
      return wholeText(column)
    case 'integer':
      return textOf(storedNumber(column))
    case 'timestamp':
      return milliseconds(column)
    case 'float':
    case 'decimal':
      return sql`${NUMBER_TEXT}(${storedNumber(column)})`
    case 'boolean':
      return sql`case ${column} when 1 then 'true' when 0 then 'false' end`
    case 'datetime':
      return isoDatetime(column)
    case 'json':
      return jsonValueText(column)
    default:
      return column
  }
}

/** A column keeps its texts if its attribute becomes a number. Texts and bytes are shown as null. */
function storedNumber(column: Sql): Sql {
  return sql`case typeof(${column}) when 'text' then null when 'blob' then null else ${column} end`
}

/** SQLite takes a time without a date for one in the year 2000, and `now` for the current time. */
const beginsWithDate = (column: Sql): Sql => sql`${column} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'`

function milliseconds(column: Sql): Sql {
  const ofText = sql`case when ${beginsWithDate(column)} then cast(cast(round(unixepoch(${column}, 'subsec') * 1000) as integer) as text) end`
  return sql`case typeof(${column}) when 'text' then ${ofText} else ${textOf(column)} end`
}

/**
 * Older versions may have stored a text instead of milliseconds. One `strftime` for both would take three times as
 * long.
 */
function isoDatetime(column: Sql): Sql {
  const ofText = sql`case when ${beginsWithDate(column)} then strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) end`
  const ofNumber = sql`replace(datetime(${column} / 1000.0, 'unixepoch', 'subsec'), ' ', 'T') || 'Z'`
  // SQLite's own functions return null for years of more than four digits.
  const ofFar = sql`case when ${column} is not null then ${FAR_DATETIME}(${column}) end`
  return sql`case typeof(${column}) when 'text' then ${ofText} else coalesce(${ofNumber}, ${ofFar}) end`
}

/**
 * Strapi parses stored JSON, and if that is a string, parses it again; a string that is not JSON stays as it was
 * stored. So a stored "abc" is shown with its quotes, and a stored "[1]" as a list.
 */
function jsonValue(column: Sql): Sql {
  const inner = sql`(${column} ->> '$')`
  const isText = sql`substr(ltrim(${column}), 1, 1) = '"'`
  // Most values begin with a bracket, and need to be parsed only once.
  const isList = sql`unicode(${column}) in (91, 123) and json_valid(${column})`
  return sql`case when ${isList} then json(${column}) when ${column} is null then null when not json_valid(${column}) then json_quote(${textOf(column)}) when not ${isText} then json(${column}) when json_valid(${inner}) then json(${inner}) else json_quote(${textOf(column)}) end`
}

/** The text of `jsonValue`. A value that is shown as stored is searched as stored. */
function jsonValueText(column: Sql): Sql {
  const inner = sql`(${column} ->> '$')`
  return sql`case when typeof(${column}) <> 'text' or not json_valid(${column}) then ${textOf(column)} when json_type(${column}) <> 'text' then json(${column}) when json_valid(${inner}) then json(${inner}) else ${column} end`
}

/** The plus keeps the planner from using the set to look rows up. */
function isAmong(column: Sql, set: Sql): Sql {
  return sql`+${column} in (${set})`
}

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

function bindValue(value: Value, kind: ColumnKind): Sql {
  if (value === null) return sql`null`
  if (kind === 'json') return bind(canonicalJson(String(value)))
  if (typeof value === 'boolean') return bind(value ? 1 : 0)
  // No stored number equals one beyond 64 bits, and the nearest float sorts the same.
  if (typeof value === 'bigint') return bind(value > INT64_MAX || value < INT64_MIN ? Number(value) : value)
  return bind(value)
}

/** With statistics (`analyze`), SQLite would plan the statement again for each bound value. The plus prevents that. */
function comparedValue(value: Value, kind: ColumnKind): Sql {
  return value === null ? sql`null` : sql`+${bindValue(value, kind)}`
}

function textTest(text: Sql, { kind, text: sought, fold }: SoughtText): Sql {
  return fold ? foldedTest(kind, text, sought) : exactTest(kind, text, sought)
}

function exactTest(kind: TextTest, text: Sql, sought: string): Sql {
  const value = sql`+${bind(sought)}`
  switch (kind) {
    case 'equals':
      return sql`${text} = ${value}`
    case 'contains':
      return sql`instr(${text}, ${value}) > 0`
    case 'startsWith':
      return sql`substr(${text}, 1, length(${value})) = ${value}`
    case 'endsWith':
      return sought === '' ? sql`${text} >= ''` : sql`substr(${text}, -length(${value})) = ${value}`
  }
}

/** ASCII, and short enough: SQLite refuses patterns of more than 50,000 bytes, half of which may be escapes. */
const FIT_FOR_LIKE = /^[\x20-\x7e]{0,20000}$/

/**
 * LIKE folds only ASCII letters, but runs inside the engine, so it is used for ASCII texts. For others, a JavaScript
 * function folds both sides.
 */
function foldedTest(kind: TextTest, text: Sql, sought: string): Sql {
  if (!FIT_FOR_LIKE.test(sought)) return exactTest(kind, sql`${FOLD}(${text})`, sought.toLowerCase())
  const escaped = sought.replaceAll(/[\\%_]/g, '\\$&')
  // The plus keeps SQLite from planning the statement again for every pattern.
  return sql`${text} like +${bind(PATTERNS[kind](escaped))} escape '\\'`
}

const PATTERNS: Record<TextTest, (text: string) => string> = {
  equals: (text) => text,
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
}
