/** How SQLite goes about a statement: one line a step, indented by what it belongs to. Nothing is run. */

import type BetterSqlite3 from 'better-sqlite3'
import type { Statement } from '../../sql/statement.ts'

interface Step {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

export function explainSqlite(connection: BetterSqlite3.Database, { text, values }: Statement): readonly string[] {
  const steps = connection.prepare(`explain query plan ${text}`).all(...values) as readonly Step[]
  const tables = aliasesIn(text)
  const depths = new Map<number, number>()
  return steps.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return '  '.repeat(depth) + withTable(detail, tables)
  })
}

/** Plans name aliases alone; people know tables. A subquery has no other name. */
function withTable(detail: string, tables: ReadonlyMap<string, string>): string {
  return detail.replace(/^(SCAN|SEARCH) (t\d+)/, (step, way: string, alias: string) => {
    const table = tables.get(alias)
    return table === undefined ? step : `${way} ${table} as ${alias}`
  })
}

function aliasesIn(text: string): ReadonlyMap<string, string> {
  return new Map(Array.from(text.matchAll(/"([^"]+)" as (t\d+)/g), ([, table = '', alias = '']) => [alias, table]))
}
