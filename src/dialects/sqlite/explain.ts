/** SQLite's query plan: one line per step, indented below its parent. The statement is not run. */

import type BetterSqlite3 from 'better-sqlite3'
import type { Explain } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/statement.ts'

export const sqliteExplain: Explain = {
  statement: ({ text, values }) => ({ text: `explain query plan ${text}`, values }),
  // Each row has the id of its parent, which comes first.
  lines: (rows, { text }) => {
    const tables = aliasesIn(text)
    const depths = new Map<unknown, number>()
    return rows.map(([id, parent, , detail]) => {
      const depth = (depths.get(parent) ?? -1) + 1
      depths.set(id, depth)
      return '  '.repeat(depth) + withTable(String(detail), tables)
    })
  },
  costly: (lines) => lines.map((line, at) => whyCostly(line.trim(), parentOf(lines, at))),
}

/** Only tables have `as` in a plan. Scans of subqueries are not marked: they read rows that were found before. */
function whyCostly(step: string, parent: string): string | null {
  if (/ AUTOMATIC .*INDEX/.test(step)) return 'builds an index for this request alone'
  if (/^SCAN \S+ as t\d+$/.test(step)) return 'reads every row of the table'
  if (/^SCAN \S+ as t\d+ USING (?:COVERING )?INDEX/.test(step)) return 'reads a whole index'
  // Sorting the rows of a page for the response is cheap; sorting all matches is not.
  if (step === 'USE TEMP B-TREE FOR ORDER BY' && parent.startsWith('CO-ROUTINE')) return 'sorts all rows that match'
  return null
}

/** The step that a line belongs to. */
function parentOf(lines: readonly string[], at: number): string {
  const indent = (line: string) => line.length - line.trimStart().length
  const own = indent(lines[at] ?? '')
  return (
    lines
      .slice(0, at)
      .findLast((line) => indent(line) < own)
      ?.trim() ?? ''
  )
}

export function explainSqlite(connection: BetterSqlite3.Database, statement: Statement): readonly string[] {
  const { text, values } = sqliteExplain.statement(statement)
  const rows = connection
    .prepare(text)
    .raw()
    .all(...values) as readonly (readonly unknown[])[]
  return sqliteExplain.lines(rows, statement)
}

/** Adds table names, because plans contain only aliases. Subqueries have no other name. */
function withTable(detail: string, tables: ReadonlyMap<string, string>): string {
  return detail.replace(/^(SCAN|SEARCH) (t\d+)/, (step, way: string, alias: string) => {
    const table = tables.get(alias)
    return table === undefined ? step : `${way} ${table} as ${alias}`
  })
}

function aliasesIn(text: string): ReadonlyMap<string, string> {
  return new Map(Array.from(text.matchAll(/"([^"]+)" as (t\d+)/g), ([, table = '', alias = '']) => [alias, table]))
}
