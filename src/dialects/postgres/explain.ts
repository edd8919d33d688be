/** How PostgreSQL goes about a statement: one line a step, indented by what it belongs to. Nothing is run. */

import type { ClientBase } from 'pg'
import type { Statement } from '../../sql/statement.ts'

export async function explainPostgres(client: ClientBase, { text, values }: Statement): Promise<readonly string[]> {
  const query = { text: `explain (costs off) ${text}`, values: [...values], rowMode: 'array' as const }
  const { rows } = await client.query<[string]>(query)
  return rows.map(([line]) => line)
}
