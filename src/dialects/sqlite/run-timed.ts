import type BetterSqlite3 from 'better-sqlite3'
import { collectRows } from '../../execute/collect-rows.ts'
import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import type { ReadConnection } from './connect.ts'
import { createPrepare } from './prepared-statements.ts'
import type { ProcessorWait } from './processor-wait.ts'
import type { TimedRows } from './readers.ts'

export type RunHere = (statement: Statement) => TimedRows

/**
 * If the largest result of a statement was below this share of the limit, its next result counts as below the limit,
 * too.
 */
const LITTLE = 0.01

/** Milliseconds: a statement that took less elapsed time is fast, even on a busy machine. */
const SHORT = 1

/**
 * Reading the CPU time takes as long as a small statement. So it is read only in the first runs of each statement, and
 * in this many runs after a slow one. That one may have waited for the processor, or the statement may be slow with
 * other values.
 */
const FIRST_RUNS = 10
const RUNS_IN_DOUBT = 2_000

/**
 * After a run that was slow but took less than this many milliseconds, fewer runs are measured: a garbage collection
 * may be the cause.
 */
const NOT_LONG = 5
const RUNS_IN_LITTLE_DOUBT = 100

interface Known {
  /** Characters of its largest result so far. */
  readonly greatest: number
  /** Runs for which CPU time will still be measured. */
  readonly inDoubt: number
}

/** Runs statements synchronously. `answerSize`: most characters of a result. `wait`: of the thread that runs them. */
export function createRun(
  { connection, populated }: ReadConnection,
  answerSize: number,
  wait: Pick<ProcessorWait, 'total'>,
): RunHere {
  const stopwatch = createStopwatch(wait)
  const prepare = createPrepare(connection)
  const known = new WeakMap<BetterSqlite3.Statement, Known>()

  return ({ text, values }) => {
    const statement = prepare(text)
    const before = known.get(statement)
    const inDoubt = before?.inDoubt ?? FIRST_RUNS
    const watch = stopwatch(inDoubt > 0)
    const collection = collectRows(answerSize)
    populated.begin()
    // Reading row by row can stop at the limit; reading all rows at once is faster.
    const isShort = before !== undefined && before.greatest < answerSize * LITTLE
    const rows = isShort ? statement.all(...values) : statement.iterate(...values)
    for (const row of rows) collection.add(row as Row)
    const elapsed = watch.elapsed()
    const greatest = Math.max(collection.size(), before?.greatest ?? 0)
    const doubt = Math.max(inDoubt - 1, doubtAfter(elapsed))
    if (greatest !== before?.greatest || doubt !== before.inDoubt) known.set(statement, { greatest, inDoubt: doubt })
    return { rows: collection.rows, milliseconds: elapsed < SHORT ? elapsed : watch.costOf(elapsed) }
  }
}

function doubtAfter(elapsed: number): number {
  if (elapsed < SHORT) return 0
  return elapsed < NOT_LONG ? RUNS_IN_LITTLE_DOUBT : RUNS_IN_DOUBT
}

/** Milliseconds: waiting for a processor hardly ever takes this long. */
const SURELY_SLOW = 250

/**
 * The cost is CPU time, since elapsed time says little on a busy machine. The CPU time of the process includes other
 * threads, which may be compressing responses, so it is limited to the elapsed time minus this thread's waits for a
 * processor. A slow run that was not measured makes the next runs be measured.
 */
function createStopwatch(wait: Pick<ProcessorWait, 'total'>) {
  return (isMeasured: boolean) => {
    const used = isMeasured ? { cpu: process.cpuUsage(), waited: wait.total() } : null
    const began = performance.now()
    return {
      elapsed: () => performance.now() - began,
      costOf(elapsed: number): number {
        if (used === null) return elapsed < SURELY_SLOW ? SHORT : elapsed
        const { user, system } = process.cpuUsage(used.cpu)
        return Math.max(0, Math.min(elapsed - (wait.total() - used.waited), (user + system) / 1_000))
      },
    }
  }
}
