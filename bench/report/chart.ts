import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { keysOf } from '../../src/vocabulary/keys-of.ts'
import { peerTitles } from '../peers/peers.ts'
import { type Axis, drawPanel, type Panel, panelHeight, panelWidth } from './chart-panel.ts'
import { marks, style } from './chart-style.ts'
import { ratioChartOf } from './ratio-chart.ts'
import type { Results } from './results-file.ts'
import { stateTitles } from './titles.ts'

const margin = 24
const legendHeight = 36

type Column = readonly Panel[]

/** A column for each database, a row for each state of its indexes. */
const columnsOf = (results: Results): readonly Column[] =>
  (
    [
      ['SQLite', 'compare-sqlite'],
      ['PostgreSQL', 'compare-postgres'],
    ] as const
  ).flatMap(([database, section]) => {
    const states = results[section]?.states ?? []
    const panels = states.map(({ state, queries }) => ({ title: `${database}. ${stateTitles[state]}`, queries }))
    return panels.length === 0 ? [] : [panels]
  })

const ratesIn = (columns: readonly Column[]): readonly number[] =>
  columns
    .flat()
    .flatMap(({ queries }) => queries)
    .flatMap(({ peers }) => Object.values(peers).map(({ requestsPerSecond }) => requestsPerSecond.median))

const axisFor = (rates: readonly number[]): Axis => ({
  least: Math.floor(Math.log10(Math.min(...rates))),
  most: Math.ceil(Math.log10(Math.max(...rates))),
})

const legend = (columns: readonly Column[]): string => {
  const shown = new Set(columns.flat().flatMap(({ queries }) => queries.flatMap(({ peers }) => Object.keys(peers))))
  const peers = keysOf(peerTitles).filter((peer) => shown.has(peer))
  const items = peers.map(
    (peer, index) =>
      `<g transform="translate(${200 + index * 130} 0)">${marks[peer]}<text x="12" y="4">${peerTitles[peer]}</text></g>`,
  )
  return `<text class="strong" x="0" y="4">Requests a second</text>${items.join('')}`
}

const drawColumn = (column: Column, axis: Axis): string => {
  const tops = column.map((_, index) =>
    column.slice(0, index).reduce((sum, panel) => sum + panelHeight(panel) + margin, 0),
  )
  return column
    .map((panel, index) => `<g transform="translate(0 ${tops[index]})">${drawPanel(panel, axis)}</g>`)
    .join('\n')
}

const moved = (x: number, y: number, inner: string): string => `<g transform="translate(${x} ${y})">\n${inner}\n</g>`

/** Undefined without results. */
export const chartOf = (results: Results): string | undefined => {
  const columns = columnsOf(results)
  const rates = ratesIn(columns)
  if (rates.length === 0) return undefined
  const axis = axisFor(rates)
  const width = Math.max(1, columns.length) * (panelWidth + margin) + margin
  const tallest = Math.max(
    ...columns.map((column) => column.reduce((sum, panel) => sum + panelHeight(panel) + margin, 0)),
  )
  const height = margin + legendHeight + tallest
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '  <title>Requests a second for ten queries: Lectern, SQL written by hand, and Strapi</title>',
    style,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    moved(margin, margin, legend(columns)),
    ...columns.map((column, index) =>
      moved(margin + index * (panelWidth + margin), margin + legendHeight, drawColumn(column, axis)),
    ),
    '</svg>\n',
  ].join('\n')
}

/** Both charts, beside the figures. */
export const writeCharts = (results: Results, file: string): void => {
  const charts = { 'chart.svg': chartOf(results), 'ratios.svg': ratioChartOf(results) }
  for (const [name, chart] of Object.entries(charts)) {
    if (chart !== undefined) writeFileSync(join(dirname(file), name), chart)
  }
}
