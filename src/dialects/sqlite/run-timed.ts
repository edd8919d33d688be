import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import type { createPrepare } from './prepared-statements.ts'
import type { TimedRows } from './reader-threads.ts'

/** Runs a statement, here and now. */
export function runTimed(prepare: ReturnType<typeof createPrepare>, { text, values }: Statement): TimedRows {
  const started = performance.now()
  const rows = prepare(text).all(...values) as readonly Row[]
  return { rows, milliseconds: performance.now() - started }
}
