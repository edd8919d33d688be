import { type Cost, totalOf } from '../load/cost-of.ts'
import type { CapacityResult } from '../runs/capacity.ts'
import { spreadOf } from './spread.ts'
import { digits, textTable } from './text-table.ts'

const leastOf = (costs: readonly Cost[], of: (cost: Cost) => number): number => spreadOf(costs.map(of)).least
const server = (cost: Cost): number => cost.server
const database = (cost: Cost): number => cost.database

/** The minimum over the rounds: other work on the machine can only make a round slower. */
export const capacityFigures = (result: CapacityResult) =>
  result.map(({ name, cold, warm }) => ({
    name,
    cold: { server: leastOf(cold, server), database: leastOf(cold, database), total: leastOf(cold, totalOf) },
    warm: { server: leastOf(warm, server), database: leastOf(warm, database), total: leastOf(warm, totalOf) },
  }))

export const capacityText = (result: CapacityResult): string => {
  const lines = capacityFigures(result).map(({ name, cold, warm }) => [
    name,
    ...[cold.server, cold.database, warm.server].map((value) => value.toFixed(2)),
    ...[cold.total, warm.total].map((value) => digits(1000 / value)),
  ])
  const head = [
    'processor time, ms a request',
    'not cached',
    'PostgreSQL',
    'cached',
    'a core, not cached',
    'a core, cached',
  ]
  return `${textTable([head, ...lines])}\n\nThe last two: requests a second that one core has time for, the database's part included.`
}
