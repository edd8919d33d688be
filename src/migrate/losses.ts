/** Risks → what would really be lost, and whether it may be. */

import type { Problem } from '../config/problem.ts'
import type { Run } from '../execute/database.ts'
import { name, render, type Sql, type Syntax, sql } from '../sql/sql.ts'
import type { Risk } from './risks.ts'
import type { Step } from './step.ts'

export interface Loss {
  readonly risk: Risk
  /** How many rows lose something. */
  readonly rows: number
}

export async function countLosses(risks: readonly Risk[], run: Run, syntax: Syntax): Promise<readonly Loss[]> {
  const losses: Loss[] = []
  for (const risk of risks) {
    const [row] = await run(render(count(risk), syntax))
    losses.push({ risk, rows: Number(row?.[0] ?? 0) })
  }
  return losses
}

function count({ table, column, rows }: Risk): Sql {
  const all = sql`select count(*) from ${name(table)}`
  if (column === null || rows === 'all') return all
  return rows === 'with a value'
    ? sql`${all} where ${name(column)} is not null`
    : sql`${all} where length(${name(column)}) > 255`
}

/**
 * How far to go: `additive` leaves alone what is merely left over, for a server that starts; `safe` drops it when
 * it is empty; `all` drops it with what is in it.
 */
export type Extent = 'additive' | 'safe' | 'all'

export interface Judgement {
  readonly steps: readonly Step[]
  readonly refused: readonly Loss[]
  /** Left for later. */
  readonly postponed: readonly Loss[]
}

export function judge(losses: readonly Loss[], extent: Extent): Judgement {
  const postponed = losses.filter(({ risk }) => extent === 'additive' && !risk.needed)
  const asked = losses.filter((loss) => !postponed.includes(loss))
  const refused = asked.filter(({ rows }) => extent !== 'all' && rows > 0)
  const done = asked.filter((loss) => !refused.includes(loss))
  return { steps: done.flatMap(({ risk }) => risk.steps), refused, postponed }
}

export function refusal({ risk, rows }: Loss): Problem {
  const { table, column, reason, advice } = risk
  const path = column === null ? `table ${table}` : `table ${table}, column ${column}`
  const held = rows === 1 ? '1 row' : `${rows} rows`
  const message = `This would lose data of ${held}: ${reason}. ${advice === undefined ? '' : `${advice} `}Restore the schema, or run lectern migrate with --allow-data-loss.`
  return { file: null, path, message }
}
