/** Values as responses show them, and as the texts that text operators search. */

import type { ColumnKind } from '../../plan/read-plan.ts'
import { literal, type Sql, sql } from '../../sql/sql.ts'
import { isJson } from './is-json.ts'

export interface ShownFacts {
  readonly timeZone: string | null
  readonly hasIsJson: boolean
}

export function shown(column: Sql, kind: ColumnKind, facts: ShownFacts): Sql {
  switch (kind) {
    // As text: numbers beyond 2^53 lose digits in most clients.
    case 'bigint':
      return sql`${column}::text`
    case 'time':
      return timeText(column)
    case 'datetime':
      return isoDatetime(column, facts)
    case 'timestamp':
      return epochMilliseconds(column, facts)
    case 'json':
      return jsonValue(column, facts)
    default:
      return column
  }
}

export function shownText(column: Sql, kind: ColumnKind, facts: ShownFacts): Sql {
  switch (kind) {
    case 'text':
      return column
    case 'float':
      return numberText(column)
    case 'decimal':
      return decimalText(column)
    case 'date':
      // Not `to_char`, which fails for years that only dates can have.
      return sql`to_json(${column}) #>> '{}'`
    case 'time':
    case 'datetime':
    case 'timestamp':
      return shown(column, kind, facts)
    case 'json':
      return jsonText(column, facts)
    default:
      return sql`${column}::text`
  }
}

function timeText(column: Sql): Sql {
  return sql`to_char(${column}, 'HH24:MI:SS.MS')`
}

/**
 * Converts a stored wall-clock time to UTC. When clocks are turned back, an hour is repeated: Strapi takes the first,
 * PostgreSQL the second. So the time one hour earlier, which is still in summer time, is converted, too.
 */
function inUtc(column: Sql, { timeZone }: ShownFacts): Sql {
  if (timeZone === null) return column
  const zone = literal(timeZone)
  const first = sql`(${column} - interval '1 hour') at time zone ${zone} + interval '1 hour'`
  return sql`(least(${column} at time zone ${zone}, ${first}) at time zone 'UTC')`
}

/** The ISO format of Strapi. Typos may give a year of more than four digits; JavaScript can read `+020244`. */
function isoDatetime(column: Sql, facts: ShownFacts): Sql {
  const utc = inUtc(column, facts)
  // The year depends on the time zone only around the end of 9999.
  const isShort =
    facts.timeZone === null ? sql`${utc} < '10000-01-01'` : sql`${column} < '9999-12-31' or ${utc} < '10000-01-01'`
  const format = sql`case when ${isShort} then ${literal(DATETIME)} when ${utc} < '100000-01-01' then ${literal(`"+0"${DATETIME}`)} else ${literal(`"+"${DATETIME}`)} end`
  return sql`to_char(${utc}, ${format})`
}

const DATETIME = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

function epochMilliseconds(column: Sql, facts: ShownFacts): Sql {
  return sql`floor(extract(epoch from ${inUtc(column, facts)}) * 1000)::bigint::text`
}

/** A number as JavaScript prints it: plain digits from 1e-6 up to 1e21, and no leading zero in the exponent. */
function numberText(column: Sql): Sql {
  const float = sql`${column}::float8`
  return sql`case when ${float} = 0 or (abs(${float}) >= 1e-6 and abs(${float}) < 1e21) then trim_scale(${float}::text::numeric)::text else replace(${float}::text, 'e-0', 'e-') end`
}

/** A numeric column may hold numbers that are too large or too small for a float. */
function decimalText(column: Sql): Sql {
  const isFloat = sql`${column} = 0 or abs(${column}) between 1e-307 and 1e308`
  return sql`case when ${isFloat} then ${numberText(column)} else ${column}::text end`
}

/**
 * Strapi parses stored JSON, and if that is a string, parses it again; a string that is not JSON stays as it was
 * stored. So a stored "abc" is shown with its quotes, and a stored "[1]" as a list.
 * The inner text becomes json instead of jsonb, because json accepts every number and escape of the grammar. Other
 * values use `to_json`: a cast to json would serialize and parse them.
 */
function jsonValue(column: Sql, { hasIsJson }: ShownFacts): Sql {
  const inner = sql`(${column} #>> '{}')`
  const twice = sql`case when ${isJson(inner, hasIsJson)} then ${inner}::json else to_json(${column}::text) end`
  return sql`case when jsonb_typeof(${column}) = 'string' then ${twice} else to_json(${column}) end`
}

/** Its text without spaces between the parts, as it is sent. */
function jsonText(column: Sql, facts: ShownFacts): Sql {
  return sql`regexp_replace(${spacedJsonText(column, facts)}, ${JSON_STRING_OR_SPACE}, '\\1', 'g')`
}

/** Its text with the spaces that it was stored with, which takes a tenth of the time. */
export function spacedJsonText(column: Sql, { hasIsJson }: ShownFacts): Sql {
  const inner = sql`(${column} #>> '{}')`
  const twice = sql`case when ${isJson(inner, hasIsJson)} then ${inner} else ${column}::text end`
  return sql`case when jsonb_typeof(${column}) = 'string' then ${twice} else ${column}::text end`
}

const JSON_STRING_OR_SPACE = literal(String.raw`("(?:[^"\\]|\\.)*")|\s+`)

/** A JSON string that jsonb can hold: without NUL and lone surrogates. */
const QUOTED_TEXT = literal(String.raw`^"([^"\\\u0001-\u001f]|\\["\\/bfnrt]|\\u00(0[1-9a-f]|1[0-9a-f]))*"$`)

/** A text that was JSON-encoded twice compares as it is shown, without the second pair of quotes. */
export function jsonOnce(column: Sql): Sql {
  const inner = sql`(${column} #>> '{}')`
  return sql`case when jsonb_typeof(${column}) = 'string' and ${inner} ~ ${QUOTED_TEXT} then ${inner}::jsonb else ${column} end`
}
