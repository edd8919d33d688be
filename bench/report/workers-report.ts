import { type Cost, totalOf } from '../load/cost-of.ts'
import { type WorkersResult, workerCounts } from '../runs/workers.ts'
import { spreadOf } from './spread.ts'
import { digits, textTable } from './text-table.ts'

const medianOf = (costs: readonly Cost[] | undefined, of: (cost: Cost) => number): number =>
  spreadOf((costs ?? []).map(of)).median

export const workersFigures = (result: WorkersResult) =>
  result.map(({ name, costs }) => {
    const [one, two] = workerCounts.map((count) => ({
      requestsPerSecond: 1000 / medianOf(costs.get(count), ({ elapsed }) => elapsed),
      processor: medianOf(costs.get(count), totalOf),
    }))
    if (one === undefined || two === undefined) throw new Error('There is nothing to compare.')
    const cores = (two.requestsPerSecond * two.processor) / 1000
    return { name, one, two, ratio: two.requestsPerSecond / one.requestsPerSecond, cores }
  })

export const workersText = (result: WorkersResult): string => {
  const lines = workersFigures(result).map(({ name, one, two, ratio, cores }) => [
    name,
    ...[one.requestsPerSecond, two.requestsPerSecond, ratio].map(digits),
    ...[one.processor, two.processor].map((value) => value.toFixed(2)),
    digits(cores),
  ])
  const head = [
    'not cached',
    '1 worker, requests/s',
    '2 workers',
    '2 ÷ 1',
    '1 worker, ms of processor',
    '2 workers',
    'cores used by 2',
  ]
  return `${textTable([head, ...lines])}\n\nThe clients take the rest of the cores: on two, two workers cannot have both. With equal processor time a request, a\nmachine with more cores has the ratio that the number of workers says.`
}
