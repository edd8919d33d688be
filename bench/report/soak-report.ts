import type { Sample } from '../runs/soak.ts'
import { textTable } from './text-table.ts'

type Kind = 'rss' | 'heapUsed' | 'external'

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)

/** The slope of the straight line that fits best: bytes for each 1,000 requests. */
export const slopeOf = (samples: readonly Sample[], kind: Kind): number => {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(samples.map((sample) => sample.requests))
  const y = mean(samples.map((sample) => sample[kind]))
  const above = samples.reduce((sum, sample) => sum + (sample.requests - x) * (sample[kind] - y), 0)
  const below = samples.reduce((sum, sample) => sum + (sample.requests - x) ** 2, 0)
  return Math.round((1000 * above) / below)
}

/** Caches fill up in the first half; the second half shows leaks. */
const settled = (samples: readonly Sample[]): readonly Sample[] => samples.slice(Math.floor(samples.length / 2))

export const soakFigures = (samples: readonly Sample[]) => {
  const half = settled(samples)
  return {
    samples,
    bytesPerThousandRequests: {
      heapUsed: slopeOf(half, 'heapUsed'),
      external: slopeOf(half, 'external'),
      rss: slopeOf(half, 'rss'),
    },
  }
}

export const soakText = (samples: readonly Sample[]): string => {
  const lines = samples.map(({ requests, seconds, heapUsed, external, rss }) => [
    ...[requests, seconds].map(String),
    ...[heapUsed, external, rss].map(mebibytes),
  ])
  const { heapUsed, external, rss } = soakFigures(samples).bytesPerThousandRequests
  return [
    textTable([['requests', 'seconds', 'heap in MiB', 'external in MiB', 'RSS in MiB'], ...lines]),
    '',
    `Growth in the second half, bytes for 1,000 requests: heap ${heapUsed}, external ${external}, RSS ${rss}`,
  ].join('\n')
}
