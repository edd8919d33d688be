import type { Spread } from './spread.ts'

export const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

export const spreadCell = (spread: Spread | undefined): string =>
  spread === undefined ? '' : `${digits(spread.median)} (${digits(spread.least)}–${digits(spread.most)})`

/** A Markdown table: the first column is left-aligned, numbers are right-aligned. */
export const textTable = (lines: readonly (readonly string[])[]): string => {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  const [head = '', ...rows] = lines.map((line) => `| ${line.map(pad).join(' | ')} |`)
  const dashes = widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`))
  return [head, `|${dashes.join('|')}|`, ...rows].join('\n')
}
