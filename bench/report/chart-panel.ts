import type { PeerName } from '../peers/peers.ts'
import { marks } from './chart-style.ts'
import type { QueryFigures } from './compare-report.ts'

export type Panel = { readonly title: string; readonly queries: readonly QueryFigures[] }

/** Powers of ten at both ends of the axis. */
export type Axis = { readonly least: number; readonly most: number }

export const panelWidth = 470
const labels = 120
const ratios = 60
const plot = panelWidth - labels - ratios
const rowHeight = 24
const head = 44

export const panelHeight = ({ queries }: Panel): number => head + queries.length * rowHeight + 24

/** Marks of Lectern lie above those of the others where they meet. */
const order: readonly PeerName[] = ['strapi', 'handWritten', 'warm', 'lectern']

const at = (x: number, y: number, inner: string): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${inner}</g>`

const positionOn =
  ({ least, most }: Axis) =>
  (rate: number): number =>
    labels + (plot * (Math.log10(rate) - least)) / (most - least)

const tick = (power: number, axis: Axis, height: number): string => {
  const x = positionOn(axis)(10 ** power).toFixed(1)
  const number = (10 ** power).toLocaleString('en')
  return `<line class="grid" x1="${x}" x2="${x}" y1="${head - 8}" y2="${height - 20}"/><text class="middle" x="${x}" y="${height - 5}">${number}</text>`
}

const row = ({ name, peers, ratios }: QueryFigures, index: number, axis: Axis): string => {
  const y = head + (index + 0.5) * rowHeight
  const measured = order.flatMap((peer) => {
    const rate = peers[peer]?.requestsPerSecond.median
    return rate === undefined ? [] : [{ peer, x: positionOn(axis)(rate) }]
  })
  const xs = measured.map(({ x }) => x)
  const way = `<line class="way" x1="${Math.min(...xs).toFixed(1)}" x2="${Math.max(...xs).toFixed(1)}" y1="${y}" y2="${y}"/>`
  const ratio = ratios['lectern/strapi']
  const times = ratio === undefined ? '' : `${ratio.median >= 10 ? ratio.median.toFixed(0) : ratio.median.toFixed(1)}×`
  return [
    `<text x="0" y="${y + 4}">${name}</text>`,
    way,
    ...measured.map(({ peer, x }) => at(x, y, marks[peer])),
    `<text class="strong end" x="${panelWidth}" y="${y + 4}">${times}</text>`,
  ].join('')
}

/** One row for each query, on a logarithmic axis: the distance of two marks is the ratio of their speeds. */
export const drawPanel = (panel: Panel, axis: Axis): string => {
  const height = panelHeight(panel)
  const powers = Array.from({ length: axis.most - axis.least + 1 }, (_, index) => axis.least + index)
  const withStrapi = panel.queries.some(({ ratios }) => ratios['lectern/strapi'] !== undefined)
  return [
    `<text class="strong" x="0" y="16">${panel.title}</text>`,
    withStrapi ? `<text class="end" x="${panelWidth}" y="16">Lectern ÷ Strapi</text>` : '',
    ...powers.map((power) => tick(power, axis, height)),
    ...panel.queries.map((query, index) => row(query, index, axis)),
  ].join('\n')
}
