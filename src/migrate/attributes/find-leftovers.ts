/**
 * Components and files that no longer belong to an attribute of the model. Tables do not show them, so they are searched
 * for where attributes have changed since the last migration: what to delete, and how many rows.
 */

import type { Run } from '../../execute/database.ts'
import { isOfProject, modelsOf } from '../../schema/models.ts'
import type { Model } from '../../schema/schema.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { render, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Loss } from '../losses.ts'
import type { Recorded } from '../record.ts'
import type { Step } from '../step.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import { shapesOf } from './attribute-shapes.ts'
import { leftComponents } from './left-components.ts'
import { leftFiles } from './left-files.ts'
import type { Leftover } from './leftover.ts'

export interface LeftoverContext {
  readonly run: Run
  readonly dialect: Dialect
  readonly content: LinkedContent
  readonly recorded: Recorded
  /** Old names of what this migration renames, by the new ones: rows still have them when they are counted. */
  readonly former: ReadonlyMap<string, string>
  readonly isThere: (table: string) => boolean
  readonly isColumn: (table: string, column: string) => boolean
}

/** The leftovers of one model. */
export interface Leftovers {
  /** Recorded for the next migration, which searches for leftovers again if some are kept. */
  readonly note: Step
  readonly losses: readonly Loss[]
}

export async function findLeftovers(context: LeftoverContext): Promise<readonly Leftovers[]> {
  const models = modelsOf(context.content.schema).filter(isOfProject)
  const found: Leftovers[] = []
  for (const model of models) {
    const { table } = tableOf(context.content.tables, model.uid)
    const attributes = shapesOf(model)
    if (JSON.stringify(context.recorded.get(table)?.attributes) === JSON.stringify(attributes)) continue
    const losses = context.isThere(table) ? await lossesOf(context, model) : []
    found.push({ note: { kind: 'noteAttributes', table, attributes }, losses })
  }
  return found
}

async function lossesOf(context: LeftoverContext, model: Model): Promise<readonly Loss[]> {
  const { content, recorded, former } = context
  const before = recorded.get(tableOf(content.tables, model.uid).table)?.attributes
  const leftovers: readonly Leftover[] = [
    ...leftComponents(content, model, former),
    ...leftFiles(content, model, former),
  ]
  const ours = leftovers.filter(({ risk }) => recorded.get(risk.table)?.whole === true && context.isThere(risk.table))
  // Leftovers from an earlier version of Lectern do not prevent the start.
  const judged = ours.map(({ from, risk }) => ({
    from,
    risk: { ...risk, needed: risk.needed && before !== undefined },
  }))
  return countLeftovers(context, judged)
}

/** Leftovers that really exist. */
export async function countLeftovers(
  { run, dialect }: Pick<LeftoverContext, 'run' | 'dialect'>,
  leftovers: readonly Leftover[],
): Promise<readonly Loss[]> {
  const losses: Loss[] = []
  for (const { from, risk } of leftovers) {
    const [row] = await run(render(sql`select count(*) from ${from}`, dialect))
    const rows = Number(row?.[0] ?? 0)
    if (rows > 0) losses.push({ risk: { ...risk, rows: 'all' }, rows })
  }
  return losses
}
