/** Whether the row counts that a database stores are right. */

import type { Row, Run } from '../execute/database.ts'
import { literal, name, render, type Sql, type Syntax, sql } from '../sql/sql.ts'
import { COUNT_TABLE } from '../sql/stored-counts.ts'

/** A sentence for each table whose numbers differ. Counts that the database has marked as unknown are left out. */
export async function compareCounts(
  run: Run,
  syntax: Syntax,
  tables: readonly string[],
  onProgress: (tables: number, total: number) => void = () => {},
): Promise<readonly string[]> {
  const sentences: string[] = []
  for (const [index, table] of tables.entries()) {
    onProgress(index, tables.length)
    const difference = differenceIn(await run(render(bothCounts(table), syntax)))
    if (difference !== null) sentences.push(sentence(table, difference))
  }
  return sentences
}

/** One statement, so that both are of the same moment. */
function bothCounts(table: string): Sql {
  const published = sql`case when "published_at" is null then 0 else 1 end`
  return sql`select 'stored', "published", "locale", sum("entries"), count(*) - count("entries") from ${name(COUNT_TABLE)} where "table_name" = ${literal(table)} group by 2, 3 union all select 'counted', ${published}, coalesce("locale", ''), count(*), 0 from ${name(table)} group by 2, 3`
}

interface Difference {
  readonly stored: number
  readonly counted: number
}

function differenceIn(rows: readonly Row[]): Difference | null {
  if (rows.some(([, , , , unknown]) => Number(unknown) > 0)) return null
  const [stored, counted] = [numbersOf(rows, 'stored'), numbersOf(rows, 'counted')]
  const versions = new Set([...stored.keys(), ...counted.keys()])
  const isSame = [...versions].every((version) => (stored.get(version) ?? 0) === (counted.get(version) ?? 0))
  return isSame ? null : { stored: sumOf(stored), counted: sumOf(counted) }
}

function numbersOf(rows: readonly Row[], kind: 'stored' | 'counted'): ReadonlyMap<string, number> {
  const own = rows.filter(([which]) => which === kind)
  return new Map(own.map(([, published, locale, number]) => [`${published} ${locale}`, Number(number)]))
}

const sumOf = (numbers: ReadonlyMap<string, number>): number => [...numbers.values()].reduce((sum, one) => sum + one, 0)

function sentence(table: string, { stored, counted }: Difference): string {
  const what =
    stored === counted
      ? 'by version and locale differs from the stored counts'
      : `is ${counted}, the stored count is ${stored}`
  return `The number of rows in ${table} ${what}: rows changed while its triggers were off. lectern migrate --recount corrects it.`
}
