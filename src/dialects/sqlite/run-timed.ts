import { collectRows } from '../../execute/collect-rows.ts'
import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import type { createPrepare } from './prepared-statements.ts'
import type { TimedRows } from './reader-threads.ts'

export type RunHere = (statement: Statement) => TimedRows

/** Runs statements here and now. `answerSize`: how many characters one may give. */
export function createRun(prepare: ReturnType<typeof createPrepare>, answerSize: number): RunHere {
  return ({ text, values }) => {
    const started = performance.now()
    const collection = collectRows(answerSize)
    for (const row of prepare(text).iterate(...values)) collection.add(row as Row)
    return { rows: collection.rows, milliseconds: performance.now() - started }
  }
}
