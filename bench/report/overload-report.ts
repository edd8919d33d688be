import type { Overload } from '../runs/overload.ts'
import { digits, textTable } from './text-table.ts'

export const overloadFigures = (overload: Overload): object => overload

export const overloadText = ({ goodput, cheap, memory }: Overload): string => {
  const least = goodput[0]?.perSecond ?? Number.NaN
  const idle = cheap[0]
  const crowds = goodput.map(({ connections, perSecond, refusedPerSecond }) => [
    String(connections),
    ...[perSecond, refusedPerSecond, perSecond / least].map(digits),
  ])
  const neighbours = cheap.map(({ expensive, what, p50, p99, answers }) => [
    `${expensive} ${what}`,
    ...[p50, p99].map(digits),
    ...[p50 / (idle?.p50 ?? Number.NaN), p99 / (idle?.p99 ?? Number.NaN)].map(digits),
    String(answers),
  ])
  return [
    textTable([['connections', 'answers/s', 'refused/s', '÷ the first'], ...crowds]),
    '',
    textTable([['beside', 'p50 in ms', 'p99 in ms', '÷ idle p50', '÷ idle p99', 'answers'], ...neighbours]),
    '',
    `Memory at its highest, all processes together, without pages of files: ${digits(memory / 2 ** 20)} MiB`,
  ].join('\n')
}
