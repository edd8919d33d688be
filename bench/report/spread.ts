import type { Measurement } from '../load/load.ts'

export type Spread = { readonly median: number; readonly least: number; readonly most: number }

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const median = (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2
  return { median, least: at(0), most: at(sorted.length - 1) }
}

/** Four digits: measurements are not more precise. */
const rounded = (value: number): number => Number(value.toPrecision(4))
const roundedSpread = ({ median, least, most }: Spread): Spread => ({
  median: rounded(median),
  least: rounded(least),
  most: rounded(most),
})

export type Summary = {
  readonly requests: number
  readonly requestsPerSecond: Spread
  readonly p50: Spread
  readonly p99: Spread
}

export const summarize = (rounds: readonly Measurement[]): Summary => ({
  requests: rounds.reduce((sum, round) => sum + round.requests, 0),
  requestsPerSecond: roundedSpread(spreadOf(rounds.map((round) => round.requestsPerSecond))),
  p50: roundedSpread(spreadOf(rounds.map((round) => round.p50))),
  p99: roundedSpread(spreadOf(rounds.map((round) => round.p99))),
})

/** Rounds are compared in pairs: those of one turn ran one after the other, under the same load of the machine. */
export const ratioOf = (
  one: readonly Measurement[] | undefined,
  other: readonly Measurement[] | undefined,
): Spread | undefined => {
  if (one === undefined || other === undefined) return undefined
  const ratios = one.map((round, turn) => round.requestsPerSecond / (other[turn]?.requestsPerSecond ?? Number.NaN))
  return roundedSpread(spreadOf(ratios))
}
