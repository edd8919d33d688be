/** How many times as fast as Strapi, at a glance: a column for each database, a bar for each query. */

import type { StateFigures } from './compare-report.ts'
import type { Results } from './results-file.ts'

type Speedup = { readonly kind: 'asIs' | 'added' | 'cached'; readonly times: number }
type Bar = { readonly label: string; readonly speedups: readonly Speedup[] }
type Column = { readonly title: string; readonly bars: readonly Bar[] }

const labels: Readonly<Record<string, string>> = {
  list: 'a list',
  'two-fields': 'two fields of it',
  'filter-sort': 'filter and sort',
  'populate-all': 'populate=*',
  'two-relations': 'two relations',
  'deep-populate': 'deep populate',
  'filter-relations': 'filter by relations',
  'or-relation': '$or with a relation',
  'far-page': 'page 1,000',
  reviews: 'two relations deep',
}

/** `x`: its position in the legend. */
const kinds: readonly { readonly kind: Speedup['kind']; readonly title: string; readonly x: number }[] = [
  { kind: 'asIs', title: "on Strapi's database as it is", x: 0 },
  { kind: 'added', title: 'with the indexes and totals that Lectern adds', x: 230 },
  { kind: 'cached', title: 'with cached responses, the default', x: 540 },
]

const margin = 24
const head = 84
const rowHeight = 24
const columnWidth = 470
const labelWidth = 130
const barHeight = 12
/** The axis goes from 1, as fast as Strapi, to this power of ten. */
const mostPower = 3
const scaleWidth = columnWidth - labelWidth - 64

const xOf = (times: number): number =>
  labelWidth + (scaleWidth * Math.log10(Math.max(1, Math.min(times, 10 ** mostPower)))) / mostPower

const timesIn = (states: readonly StateFigures[], state: StateFigures['state'], name: string, ratio: string) =>
  states.find((one) => one.state === state)?.queries.find((query) => query.name === name)?.ratios[ratio]?.median

const speedupsOf = (states: readonly StateFigures[], name: string): readonly Speedup[] => {
  const found = {
    asIs: timesIn(states, 'as-is', name, 'lectern/strapi'),
    added: timesIn(states, 'indexed', name, 'lectern/strapi'),
    cached: timesIn(states, 'indexed', name, 'warm/strapi'),
  }
  return kinds.flatMap(({ kind }) => {
    const times = found[kind]
    return times === undefined ? [] : [{ kind, times }]
  })
}

const columnOf = (title: string, states: readonly StateFigures[]): readonly Column[] => {
  const names = [...new Set(states.flatMap(({ queries }) => queries.map(({ name }) => name)))]
  const bars = names
    .map((name) => ({ label: labels[name] ?? name, speedups: speedupsOf(states, name) }))
    .filter(({ speedups }) => speedups.length > 0)
  return bars.length === 0 ? [] : [{ title, bars }]
}

const written = (times: number): string => (times >= 10 ? times.toFixed(0) : times.toFixed(1))

/** The longest bar first, so that shorter ones lie on top; the numbers are at its end, in the order of the legend. */
const drawBar = ({ label, speedups }: Bar, index: number): string => {
  const y = head + index * rowHeight
  const longestFirst = speedups.toSorted((one, other) => other.times - one.times)
  const bars = longestFirst.map(
    ({ kind, times }) =>
      `<rect class="${kind}" x="${labelWidth}" y="${y}" width="${(xOf(times) - labelWidth).toFixed(1)}" height="${barHeight}"/>`,
  )
  const end = Math.max(...speedups.map(({ times }) => xOf(times)))
  const numbers = speedups.map(({ times }) => written(times)).join(' · ')
  const number = `<text class="strong" x="${(end + 6).toFixed(1)}" y="${y + 10}">${numbers}×</text>`
  return `<text class="end" x="${labelWidth - 10}" y="${y + 10}">${label}</text>${bars.join('')}${number}`
}

const drawTick = (power: number, height: number): string => {
  const x = xOf(10 ** power).toFixed(1)
  const word = power === 0 ? '1×' : `${(10 ** power).toLocaleString('en')}×`
  return `<line class="grid" x1="${x}" x2="${x}" y1="${head - 8}" y2="${height}"/><text class="middle" x="${x}" y="${head - 16}">${word}</text>`
}

const drawColumn = ({ title, bars }: Column, index: number): string => {
  const height = head + bars.length * rowHeight
  const ticks = Array.from({ length: mostPower + 1 }, (_, power) => drawTick(power, height))
  return [
    `<g transform="translate(${margin + index * (columnWidth + margin)} ${margin})">`,
    `<text class="strong" x="${labelWidth}" y="${head - 38}">${title}</text>`,
    ...ticks,
    ...bars.map(drawBar),
    '</g>',
  ].join('\n')
}

const legend = kinds
  .map(
    ({ kind, title, x }) =>
      `<g transform="translate(${margin + x} ${margin})"><rect class="${kind}" width="14" height="${barHeight}"/><text x="22" y="10">${title}</text></g>`,
  )
  .join('')

const style = `<style>
    text { font: 12px system-ui, sans-serif; fill: #59636e } .strong { font-weight: 600; fill: #1f2328 }
    .end { text-anchor: end } .middle { text-anchor: middle } .ground { fill: #ffffff } .grid { stroke: #d1d9e0 }
    .asIs { fill: #0a3069 } .added { fill: #218bff } .cached { fill: #b6e3ff }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1 } .strong { fill: #f0f6fc } .ground { fill: #0d1117 } .grid { stroke: #30363d }
      .asIs { fill: #cae8ff } .added { fill: #388bfd } .cached { fill: #0c2d6b }
    }
  </style>`

/** Undefined without results. */
export const ratioChartOf = (results: Results): string | undefined => {
  const columns = [
    ...columnOf('SQLite', results['compare-sqlite']?.states ?? []),
    ...columnOf('PostgreSQL', results['compare-postgres']?.states ?? []),
  ]
  if (columns.length === 0) return undefined
  const width = columns.length * (columnWidth + margin) + margin
  const rows = Math.max(...columns.map(({ bars }) => bars.length))
  const height = margin + head + rows * rowHeight + margin / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>How many times as fast as Strapi: ten queries, on a logarithmic scale</title>',
    style,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    legend,
    ...columns.map(drawColumn),
    '</svg>\n',
  ].join('\n')
}
