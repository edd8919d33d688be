import type BetterSqlite3 from 'better-sqlite3'
import { collectRows } from '../../execute/collect-rows.ts'
import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import type { ReadConnection } from './connect.ts'
import { createPrepare } from './prepared-statements.ts'
import type { TimedRows } from './readers.ts'

export type RunHere = (statement: Statement) => TimedRows

/** A statement whose last result was below this share of the limit is trusted to stay below the limit. */
const LITTLE = 0.01

/** Runs statements synchronously. `answerSize`: how many characters one may return. */
export function createRun({ connection, populated }: ReadConnection, answerSize: number): RunHere {
  const prepare = createPrepare(connection)
  const greatest = new WeakMap<BetterSqlite3.Statement, number>()

  return ({ text, values }) => {
    const began = startClock()
    const statement = prepare(text)
    const before = greatest.get(statement)
    const collection = collectRows(answerSize)
    populated.begin()
    // Reading row by row stops at the limit; reading all at once is faster.
    const isShort = before !== undefined && before < answerSize * LITTLE
    const rows = isShort ? statement.all(...values) : statement.iterate(...values)
    for (const row of rows) collection.add(row as Row)
    greatest.set(statement, Math.max(collection.size(), before ?? 0))
    return { rows: collection.rows, milliseconds: began() }
  }
}

/** Milliseconds of processor time: on a busy machine, elapsed time says little. */
function startClock(): () => number {
  const [started, used] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(used)
    return Math.min(performance.now() - started, (user + system) / 1_000)
  }
}
