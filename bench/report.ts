import type { Answer } from './check-answers.ts'
import type { Measurement } from './measure.ts'

export type QueryResult = {
  readonly name: string
  readonly path: string
  readonly answer: Answer
  readonly lectern: readonly Measurement[]
  /** Empty where no SQL was written by hand for the query. */
  readonly handWritten: readonly Measurement[]
}

export type Spread = { readonly median: number; readonly least: number; readonly most: number }

const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const median = (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2
  return { median, least: at(0), most: at(sorted.length - 1) }
}

export const summarize = (rounds: readonly Measurement[]) => ({
  requestsPerSecond: spreadOf(rounds.map((round) => round.requestsPerSecond)),
  p50: spreadOf(rounds.map((round) => round.p50)),
  p99: spreadOf(rounds.map((round) => round.p99)),
})

/** Rounds are compared pair by pair: the two of a pair ran next to each other, under the same load of the machine. */
export const ratioOf = (result: QueryResult): Spread | undefined =>
  result.handWritten.length === 0
    ? undefined
    : spreadOf(
        result.lectern.map(
          (round, index) => round.requestsPerSecond / (result.handWritten[index]?.requestsPerSecond ?? Number.NaN),
        ),
      )

const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

const sideCells = (rounds: readonly Measurement[]): readonly string[] => {
  if (rounds.length === 0) return ['', '', '']
  const { requestsPerSecond, p50, p99 } = summarize(rounds)
  return [requestsPerSecond, p50, p99].map((spread) => digits(spread.median))
}

const ratioCell = (ratio: Spread | undefined): string =>
  ratio === undefined ? '' : `${digits(ratio.median)} (${digits(ratio.least)}–${digits(ratio.most)})`

const header = ['query', 'rows', 'of', 'bytes', 'req/s', 'p50 ms', 'p99 ms', 'hand req/s', 'p50 ms', 'p99 ms', 'ratio']

const cellsOf = (result: QueryResult): readonly string[] => [
  result.name,
  String(result.answer.rows),
  String(result.answer.total),
  String(result.answer.bytes),
  ...sideCells(result.lectern),
  ...sideCells(result.handWritten),
  ratioCell(ratioOf(result)),
]

export const tableOf = (results: readonly QueryResult[]): string => {
  const lines = [header, ...results.map(cellsOf)]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  const [head = '', ...rows] = lines.map((line) => `| ${line.map(pad).join(' | ')} |`)
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [head, rule, ...rows].join('\n')
}
