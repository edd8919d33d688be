import { totalOf } from '../load/cost-of.ts'
import type { UrlKind, UrlsResult } from '../runs/urls.ts'
import { type Spread, spreadOf } from './spread.ts'
import { digits, textTable } from './text-table.ts'

const kinds: readonly UrlKind[] = ['repeated', 'other values', 'known shapes', 'new shapes']

const processorOf = ({ costs }: UrlsResult, kind: UrlKind): Spread => spreadOf((costs.get(kind) ?? []).map(totalOf))
const elapsedOf = ({ costs }: UrlsResult, kind: UrlKind): Spread =>
  spreadOf((costs.get(kind) ?? []).map(({ elapsed }) => elapsed))
const requestOf = ({ first }: UrlsResult, number: number): Spread =>
  spreadOf(first.map((times) => times[number] ?? Number.NaN))

export const urlsFigures = (result: UrlsResult) => ({
  kinds: Object.fromEntries(
    kinds.map((kind) => [kind, { processor: processorOf(result, kind), elapsed: elapsedOf(result, kind) }]),
  ),
  valuesAgainstRepeated: processorOf(result, 'repeated').median / processorOf(result, 'other values').median,
  newShapeCosts: processorOf(result, 'new shapes').median - processorOf(result, 'known shapes').median,
  first: requestOf(result, 0),
  tenth: requestOf(result, 9),
})

export const urlsText = (result: UrlsResult): string => {
  const { valuesAgainstRepeated, newShapeCosts, first, tenth } = urlsFigures(result)
  const lines = kinds.map((kind) => {
    const [processor, elapsed] = [processorOf(result, kind), elapsedOf(result, kind)]
    return [kind, processor.median.toFixed(3), processor.least.toFixed(3), digits(1000 / elapsed.median)]
  })
  return [
    textTable([['URLs, without a cache', 'processor time, ms a request', 'least', 'requests/s'], ...lines]),
    '',
    `Other values of one shape: ${digits(valuesAgainstRepeated)} of one URL repeated, by processor time.`,
    `A new shape takes ${newShapeCosts.toFixed(2)} ms more than a known one.`,
    `The first request of a process takes ${digits(first.least)} ms, its tenth ${digits(tenth.least)}: ${digits(first.least / tenth.least)} times as long (the least of ${result.first.length} starts; medians ${digits(first.median)} and ${digits(tenth.median)}).`,
  ].join('\n')
}
