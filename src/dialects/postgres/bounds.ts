/**
 * Limits enforced inside a statement: it fails as soon as one is exceeded. Each limit is a setting of the connection.
 * The number of rows still allowed is a setting of the transaction, which for a read is the statement.
 */

import { limitExceeded, tooManyRows } from '../../config/limit-exceeded.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import type { ApiError } from '../../errors/api-error.ts'
import type { ListPlace } from '../../plan/read-plan.ts'
import { integer, literal, type Sql, sql } from '../../sql/sql.ts'

export type BoundLimits = Pick<DatabaseSettings, 'answerSize' | 'populatedRows'>

/** Response sizes are measured in UTF-16 units, and UTF-8 needs at most three bytes for each. */
const BYTES_OF_CHARACTER = 3

/** Settings of each connection: names and values. */
export function boundSettings({ answerSize, populatedRows }: BoundLimits): readonly (readonly [string, string])[] {
  return [
    ['lectern.rows_left', String(populatedRows)],
    ['lectern.most_rows', String(populatedRows)],
    ['lectern.most_bytes', String(answerSize * BYTES_OF_CHARACTER)],
  ]
}

/** Shorter lists at the top level are not counted: they cannot exceed the limit, and counting would cost more. */
const FEW = 100

/** `list`, which is an aggregate, with its rows subtracted from the number still allowed. */
export function countedList(list: Sql, { path, inner }: ListPlace): Sql {
  const isFree = sql`count(*) <= ${integer(inner ? 0 : FEW)}`
  const left = sql`set_config('lectern.rows_left', (current_setting('lectern.rows_left')::bigint - count(*))::text, true)::bigint`
  return sql`case when ${isFree} or ${left} >= 0 then ${list} else ${failure(`lectern.populatedRows ${path}`, sql`count(*)`)} end`
}

/** An entry of an export: each has the full limit of rows, instead of sharing it with the entries before. */
export function entryApart(body: Sql): Sql {
  return sql`case when set_config('lectern.rows_left', current_setting('lectern.most_rows'), true) is not null then ${body} end`
}

/** Fails if the entry is larger than the limit. Several entries are added up later, as they are read. */
export function measuredEntry(body: Sql): Sql {
  const bytes = sql`pg_column_size(${body})`
  const most = sql`current_setting('lectern.most_bytes')::bigint`
  return sql`case when coalesce(${bytes}, 0) <= ${most} then ${body} else ${failure('lectern.answerSize', bytes)} end`
}

/**
 * An expression that fails: it casts a text to a number. It must depend on a column, since a constant would already
 * fail at planning.
 */
function failure(text: string, varying: Sql): Sql {
  return sql`(${literal(text)} || left((${varying})::text, 0))::bigint::text::json`
}

/** The name of the limit in the server's message. Servers quote values in their own language: "…", »…«, « … ». */
const FAILURE = /lectern\.(populatedRows|answerSize) ?([^\s"'„“”«»]*)/

/** The limit error behind such a failure; null for other failures. */
export function exceeded(error: unknown, limits: BoundLimits): ApiError | null {
  const [, limit, path = ''] = (error instanceof Error && FAILURE.exec(error.message)) || []
  if (limit === undefined) return null
  return limit === 'answerSize'
    ? limitExceeded('answerSize', limits.answerSize)
    : tooManyRows(path, limits.populatedRows)
}
