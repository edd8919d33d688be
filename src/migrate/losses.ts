/** Risks → what would really be lost, and whether it may be. */

import type { Problem } from '../config/problem.ts'
import type { Run } from '../execute/database.ts'
import type { Ddl } from '../sql/ddl.ts'
import { name, render, type Sql, type Syntax, sql } from '../sql/sql.ts'
import type { Risk } from './risks.ts'
import type { Step } from './step.ts'

export interface Loss {
  readonly risk: Risk
  /** How many rows lose something. */
  readonly rows: number
}

type CountDdl = Pick<Ddl, 'changesNumber'>

export async function countLosses(
  risks: readonly Risk[],
  run: Run,
  syntax: Syntax,
  ddl: CountDdl,
): Promise<readonly Loss[]> {
  const losses: Loss[] = []
  for (const risk of risks) {
    const [row] = await run(render(count(risk, ddl), syntax))
    losses.push({ risk, rows: Number(row?.[0] ?? 0) })
  }
  return losses
}

function count({ table, column, rows }: Risk, ddl: CountDdl): Sql {
  const all = sql`select count(*) from ${name(table)}`
  if (column === null || rows === 'all') return all
  return sql`${all} where ${isLost(name(column), rows, ddl)}`
}

function isLost(column: Sql, rows: Exclude<Risk['rows'], 'all'>, ddl: CountDdl): Sql {
  if (rows === 'with a value') return sql`${column} is not null`
  if (rows === 'with a long text') return sql`length(${column}) > 255`
  return ddl.changesNumber(column, rows.from, rows.change.to)
}

/**
 * How to treat leftovers: `additive` keeps them, for the start of a server; `safe` drops empty ones; `all` drops them with
 * their data.
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
  const current = losses.filter((loss) => !postponed.includes(loss))
  const refused = current.filter(({ rows }) => extent !== 'all' && rows > 0)
  const done = current.filter((loss) => !refused.includes(loss))
  return { steps: done.flatMap(({ risk }) => risk.steps), refused, postponed }
}

export function lossProblem({ risk, rows }: Loss): Problem {
  const { table, column, reason } = risk
  const advice = risk.likely ?? risk.advice
  const path = column === null ? `table ${table}` : `table ${table}, column ${column}`
  const held = rows === 1 ? '1 row' : `${rows} rows`
  const message = `This would lose data of ${held}: ${reason}. ${advice === undefined ? '' : `${advice} `}Restore the schema, or run lectern migrate with --allow-data-loss.`
  return { file: null, path, message }
}
