/** How PostgreSQL goes about a statement: one line a step, indented by what it belongs to. Nothing is run. */

import type { ClientBase } from 'pg'
import type { Explain } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/statement.ts'

/** With what each step is thought to cost. */
export const postgresExplain: Explain = {
  statement: ({ text, values }) => ({ text: `explain ${text}`, values }),
  lines: (rows) => rows.map(([line]) => String(line)),
  costly: (lines) => lines.map(whyCostly),
}

/** Rows from which on a step is worth a look: small tables are read fastest as a whole. */
const MANY_ROWS = 1000

function whyCostly(line: string): string | null {
  const rows = Number(/\brows=(\d+)/.exec(line)?.[1] ?? 0)
  if (rows < MANY_ROWS) return null
  if (/\bSeq Scan on /.test(line)) return `reads every row of the table, and keeps about ${rows}`
  return /^\s*(?:->\s+)?(?:Incremental )?Sort\b/.test(line) ? `sorts about ${rows} rows` : null
}

/** Without: costs of one plan say nothing beside those of another. */
export async function explainPostgres(client: ClientBase, { text, values }: Statement): Promise<readonly string[]> {
  const query = { text: `explain (costs off) ${text}`, values: [...values], rowMode: 'array' as const }
  const { rows } = await client.query<[string]>(query)
  return rows.map(([line]) => line)
}
