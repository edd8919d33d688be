import type BetterSqlite3 from 'better-sqlite3'
import { collectRows } from '../../execute/collect-rows.ts'
import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import type { ReadConnection } from './connect.ts'
import { createPrepare } from './prepared-statements.ts'
import type { ProcessorWait } from './processor-wait.ts'
import type { TimedRows } from './readers.ts'

export type RunHere = (statement: Statement) => TimedRows

/** A statement whose last result was below this share of the limit is trusted to stay below the limit. */
const LITTLE = 0.01

/** Milliseconds: a statement that took less elapsed time is quick, however busy the machine is. */
const SHORT = 1

/**
 * Reading the CPU time takes as long as a small statement. It is read in the first runs of each statement, and in this many runs
 * after a slow one: that may have waited for the processor, or the same text may be slow with other values.
 */
const FIRST_RUNS = 10
const RUNS_IN_DOUBT = 2_000

/**
 * Milliseconds: after a run that took less, few further runs are measured, since a garbage collection may have been the
 * cause.
 */
const NOT_LONG = 5
const RUNS_IN_LITTLE_DOUBT = 100

interface Known {
  /** Characters of its largest result. */
  readonly greatest: number
  /** Runs that are still measured in CPU time. */
  readonly inDoubt: number
}

/** Runs statements synchronously. `answerSize`: how many characters one may return. `wait`: of the thread that runs them. */
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
    // Reading row by row stops at the limit; reading all at once is faster.
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

/** Milliseconds: waiting for a processor alone hardly ever takes as long. */
const SURELY_SLOW = 250

/**
 * The cost is CPU time, since elapsed time says little on a busy machine. The CPU time of the process includes other
 * threads, which compress responses meanwhile, so it is bounded by the elapsed time without this thread's waits for a processor.
 * Where nothing was measured, the next runs are.
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
