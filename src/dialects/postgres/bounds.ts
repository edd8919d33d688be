/**
 * Limits that hold inside a statement: what goes beyond them is not built to the end. Each is a setting of the connection,
 * and the rows that are left a setting of the transaction, which for a read is the statement.
 */

import { limitExceeded, tooManyRows } from '../../config/limit-exceeded.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import type { ApiError } from '../../errors/api-error.ts'
import type { ListPlace } from '../../plan/read-plan.ts'
import { integer, literal, type Sql, sql } from '../../sql/sql.ts'

export type BoundLimits = Pick<DatabaseSettings, 'answerSize' | 'populatedRows'>

/** UTF-8 needs no more for one of the characters that answers are measured in. */
const BYTES_OF_CHARACTER = 3

/** Names and values, for each connection. */
export function boundSettings({ answerSize, populatedRows }: BoundLimits): readonly (readonly [string, string])[] {
  return [
    ['lectern.rows_left', String(populatedRows)],
    ['lectern.most_bytes', String(answerSize * BYTES_OF_CHARACTER)],
  ]
}

/**
 * Rows of a list that is inside no other: so few cannot add up to much, and to count them costs more than to look at them.
 */
const FEW = 100

/** An aggregate, `list`, that takes its rows off those that are left. */
export function countedList(list: Sql, { path, inner }: ListPlace): Sql {
  const isFree = sql`count(*) <= ${integer(inner ? 0 : FEW)}`
  const left = sql`set_config('lectern.rows_left', (current_setting('lectern.rows_left')::bigint - count(*))::text, true)::bigint`
  return sql`case when ${isFree} or ${left} >= 0 then ${list} else ${failure(`lectern.populatedRows ${path}`, sql`count(*)`)} end`
}

/** Those of several entries are added up as they come. */
export function measuredEntry(body: Sql): Sql {
  const bytes = sql`pg_column_size(${body})`
  const most = sql`current_setting('lectern.most_bytes')::bigint`
  return sql`case when coalesce(${bytes}, 0) <= ${most} then ${body} else ${failure('lectern.answerSize', bytes)} end`
}

/** A text that is no number, where one is wanted. It must vary with something: a constant would fail when it is planned. */
function failure(text: string, varying: Sql): Sql {
  return sql`(${literal(text)} || left((${varying})::text, 0))::bigint::text::json`
}

/** Servers quote in the marks of their own language: "…", »…«, « … ». */
const FAILURE = /lectern\.(populatedRows|answerSize) ?([^\s"'„“”«»]*)/

/** What such a failure means; null for all others. */
export function exceeded(error: unknown, limits: BoundLimits): ApiError | null {
  const [, limit, path = ''] = (error instanceof Error && FAILURE.exec(error.message)) || []
  if (limit === undefined) return null
  return limit === 'answerSize'
    ? limitExceeded('answerSize', limits.answerSize)
    : tooManyRows(path, limits.populatedRows)
}
