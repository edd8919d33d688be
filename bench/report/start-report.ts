import type { StartResult } from '../runs/start.ts'
import { spreadOf } from './spread.ts'
import { digits, textTable } from './text-table.ts'

export const startFigures = (result: StartResult) =>
  result.map(({ name, milliseconds }) => ({ name, milliseconds: spreadOf(milliseconds) }))

export const startText = (result: StartResult): string => {
  const lines = startFigures(result).map(({ name, milliseconds: { median, least, most } }) => [
    name,
    ...[median, least, most].map(digits),
  ])
  return textTable([['from start to first response', 'ms', 'least', 'most'], ...lines])
}
