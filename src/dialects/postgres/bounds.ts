/**
 * Limits inside a statement: it fails as soon as one is exceeded. Each limit is a setting of the connection; the number of
 * rows still allowed is a setting of the transaction, which for a read is the statement.
 */

import { limitExceeded, tooManyRows } from '../../config/limit-exceeded.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import type { ApiError } from '../../errors/api-error.ts'
import type { ListPlace } from '../../plan/read-plan.ts'
import { integer, literal, type Sql, sql } from '../../sql/sql.ts'

export type BoundLimits = Pick<DatabaseSettings, 'answerSize' | 'populatedRows'>

/** UTF-8 needs at most this for one UTF-16 unit, in which response sizes are measured. */
const BYTES_OF_CHARACTER = 3

/** Names and values, for each connection. */
export function boundSettings({ answerSize, populatedRows }: BoundLimits): readonly (readonly [string, string])[] {
  return [
    ['lectern.rows_left', String(populatedRows)],
    ['lectern.most_rows', String(populatedRows)],
    ['lectern.most_bytes', String(answerSize * BYTES_OF_CHARACTER)],
  ]
}

/**
 * Lists at the top level with fewer rows are not counted: they cannot exceed the limit, and counting would cost more.
 */
const FEW = 100

/** The aggregate `list`, which subtracts its rows from those still allowed. */
export function countedList(list: Sql, { path, inner }: ListPlace): Sql {
  const isFree = sql`count(*) <= ${integer(inner ? 0 : FEW)}`
  const left = sql`set_config('lectern.rows_left', (current_setting('lectern.rows_left')::bigint - count(*))::text, true)::bigint`
  return sql`case when ${isFree} or ${left} >= 0 then ${list} else ${failure(`lectern.populatedRows ${path}`, sql`count(*)`)} end`
}

/** An entry whose lists have the limit for themselves, instead of sharing it with all entries before. */
export function entryApart(body: Sql): Sql {
  return sql`case when set_config('lectern.rows_left', current_setting('lectern.most_rows'), true) is not null then ${body} end`
}

/** The sizes of several entries are added up as they are read. */
export function measuredEntry(body: Sql): Sql {
  const bytes = sql`pg_column_size(${body})`
  const most = sql`current_setting('lectern.most_bytes')::bigint`
  return sql`case when coalesce(${bytes}, 0) <= ${most} then ${body} else ${failure('lectern.answerSize', bytes)} end`
}

/** Casts a text to a number, which fails. It must depend on a column: a constant would fail at planning. */
function failure(text: string, varying: Sql): Sql {
  return sql`(${literal(text)} || left((${varying})::text, 0))::bigint::text::json`
}

/** Servers quote in their own language: "…", »…«, « … ». */
const FAILURE = /lectern\.(populatedRows|answerSize) ?([^\s"'„“”«»]*)/

/** The error that such a failure stands for; null for other failures. */
export function exceeded(error: unknown, limits: BoundLimits): ApiError | null {
  const [, limit, path = ''] = (error instanceof Error && FAILURE.exec(error.message)) || []
  if (limit === undefined) return null
  return limit === 'answerSize'
    ? limitExceeded('answerSize', limits.answerSize)
    : tooManyRows(path, limits.populatedRows)
}
