/** PostgreSQL's plan of a statement: one line a step, indented below its parent. The statement is not run. */

import type { ClientBase } from 'pg'
import type { Explain } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/statement.ts'

/** With the estimated cost of each step. */
export const postgresExplain: Explain = {
  statement: ({ text, values }) => ({ text: `explain ${text}`, values }),
  lines: (rows) => rows.map(([line]) => String(line)),
  costly: (lines) => lines.map(whyCostly),
}

/** Steps on fewer rows are not marked: reading a small table as a whole is fastest. */
const MANY_ROWS = 1000

function whyCostly(line: string): string | null {
  const rows = Number(/\brows=(\d+)/.exec(line)?.[1] ?? 0)
  if (rows < MANY_ROWS) return null
  if (/\bSeq Scan on /.test(line)) return `reads every row of the table, and keeps about ${rows}`
  return /^\s*(?:->\s+)?(?:Incremental )?Sort\b/.test(line) ? `sorts about ${rows} rows` : null
}

/** Without costs: those of two plans cannot be compared. */
export async function explainPostgres(client: ClientBase, { text, values }: Statement): Promise<readonly string[]> {
  const query = { text: `explain (costs off) ${text}`, values: [...values], rowMode: 'array' as const }
  const { rows } = await client.query<[string]>(query)
  return rows.map(([line]) => line)
}
