/** PostgreSQL's query plan: one line per step, indented below its parent. */

import type { ClientBase } from 'pg'
import type { Explain } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/statement.ts'

/** With estimated costs. The statement is not run. */
export const postgresExplain: Explain = {
  statement: ({ text, values }) => ({ text: `explain ${text}`, values }),
  lines: (rows) => rows.map(([line]) => String(line)),
  costly: (lines) => lines.map(whyCostly),
}

/** Steps on fewer rows are not marked: a full scan is the fastest way to read a small table. */
const MANY_ROWS = 1000

function whyCostly(line: string): string | null {
  const rows = Number(/\brows=(\d+)/.exec(line)?.[1] ?? 0)
  if (rows < MANY_ROWS) return null
  if (/\bSeq Scan on /.test(line)) return `reads every row of the table, and keeps about ${rows}`
  return /^\s*(?:->\s+)?(?:Incremental )?Sort\b/.test(line) ? `sorts about ${rows} rows` : null
}

/** Without costs, since those of two plans cannot be compared. */
export function explainPostgres(client: ClientBase, statement: Statement): Promise<readonly string[]> {
  return explained(client, 'costs off', statement)
}

/**
 * Runs the statement, and returns the milliseconds that it took in the server. On a busy machine, a client mostly
 * measures how long both processes wait for a processor.
 */
export async function executionTime(client: ClientBase, statement: Statement): Promise<number> {
  const lines = await explained(client, 'analyze, timing off, costs off, summary on', statement)
  const [, milliseconds] = /^Execution Time: ([\d.]+) ms$/m.exec(lines.join('\n')) ?? []
  if (milliseconds === undefined) throw new Error('PostgreSQL does not say how long the statement took')
  return Number(milliseconds)
}

async function explained(client: ClientBase, how: string, { text, values }: Statement): Promise<readonly string[]> {
  const query = { text: `explain (${how}) ${text}`, values: [...values], rowMode: 'array' as const }
  const { rows } = await client.query<[string]>(query)
  return rows.map(([line]) => line)
}
