/** A histogram of the ratios on a logarithmic scale. */

import type { Times } from '../ratios.ts'

const WIDTH = 520
const HEIGHT = 150
const FLOOR = 122
/** Number of bars per doubling. */
const PER_DOUBLING = 2

export function ratioChart(times: readonly Times[]): string {
  const steps = times.map(({ strapi, lectern }) => Math.floor(Math.log2(ratio(strapi, lectern)) * PER_DOUBLING))
  if (steps.length === 0) return ''
  const first = Math.min(-PER_DOUBLING, ...steps)
  const last = Math.max(4 * PER_DOUBLING, ...steps)
  const counts = Array.from({ length: last - first + 1 }, (_, at) => steps.filter((step) => step === first + at).length)
  const width = WIDTH / counts.length
  const most = Math.max(...counts)
  const bars = counts.map((count, at) =>
    bar({ count, x: at * width, width, height: (count / most) * (FLOOR - 14), isSlow: first + at < 0 }),
  )
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Requests by how many times as fast as Strapi">`,
    `<g class="bars">${bars.join('')}</g>`,
    `<line class="axis" x1="0" x2="${WIDTH}" y1="${FLOOR}" y2="${FLOOR}"/>`,
    `<line class="one" x1="${round(-first * width)}" x2="${round(-first * width)}" y1="4" y2="${FLOOR}"/>`,
    ...labels(first, last, width),
    '</svg>',
  ].join('')
}

function ratio(strapi: number, lectern: number): number {
  return Math.max(strapi, 0.05) / Math.max(lectern, 0.05)
}

interface Bar {
  readonly count: number
  readonly x: number
  readonly width: number
  readonly height: number
  /** Whether these requests were slower than with Strapi. */
  readonly isSlow: boolean
}

function bar({ count, x, width, height, isSlow }: Bar): string {
  if (count === 0) return ''
  const tall = Math.max(2, height)
  const place = `x="${round(x + 1)}" y="${round(FLOOR - tall)}" width="${round(width - 2)}" height="${round(tall)}" rx="2"`
  return `<rect${isSlow ? ' class="slow"' : ''} ${place}><title>${count}</title></rect>`
}

/** A label at every doubling, or at every second one if they would overlap. */
function labels(first: number, last: number, width: number): readonly string[] {
  const powers = Array.from({ length: last - first + 2 }, (_, at) => first + at).filter(
    (step) => step % PER_DOUBLING === 0,
  )
  const every = width * PER_DOUBLING < 34 ? 2 : 1
  return powers
    .map((step) => step / PER_DOUBLING)
    .filter((power) => power % every === 0)
    .map((power) => {
      const x = Math.min(WIDTH - 14, Math.max(14, (power * PER_DOUBLING - first) * width))
      const text = power < 0 ? `1/${2 ** -power}` : String(2 ** power)
      return `<text x="${round(x)}" y="${FLOOR + 17}" text-anchor="middle">${text}×</text>`
    })
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}
