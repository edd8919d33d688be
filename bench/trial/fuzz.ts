import type { Both } from '../database/bench-databases.ts'
import { type Counts, isOver } from './fuzz-counts.ts'
import { type Magazine, openMagazine } from './fuzz-magazine.ts'
import { fuzzWorld } from './fuzz-world.ts'

export type FuzzLimits = { readonly requests: number; readonly minutes: number; readonly seed: number }

export type FuzzResult = {
  readonly requests: number
  readonly writes: number
  readonly worlds: number
  readonly seconds: number
  readonly findings: readonly string[]
}

/** Requests to one schema; then comes another, which takes seconds to set up. */
const perWorld = 20_000
/** Several at a time: writes are sequential, so one project alone would leave the cores idle. */
const worldsAtOnce = 6
/** Milliseconds. */
const tellEvery = 30_000

/** Each request goes to SQLite and to PostgreSQL; the same seed sends the same requests. */
export const fuzz = (both: Both, limits: FuzzLimits): Promise<FuzzResult> =>
  openMagazine(both, (magazine) => fuzzWith(both, magazine, limits))

const fuzzWith = async (both: Both, magazine: Magazine, limits: FuzzLimits): Promise<FuzzResult> => {
  const { requests: most, minutes, seed } = limits
  const started = performance.now()
  const counts: Counts = { requests: 0, writes: 0, worlds: 0, findings: [], until: started + minutes * 60_000 }
  const seconds = (): number => Math.round((performance.now() - started) / 1000)
  let shares = 0
  let planned = 0
  let told = 0
  const fuzzNext = async (): Promise<void> => {
    // Some of each kind, also in a short run.
    const share = Math.min(perWorld, Math.ceil(most / 3), most - planned)
    const which = shares
    planned += share
    shares += 1
    if (which % 3 === 2) await magazine.fuzz(seed + which, share, counts)
    else await fuzzWorld(both, seed + which, share, counts)
  }
  const tell = async (): Promise<void> => {
    for (; told < counts.findings.length; told += 1) console.log(counts.findings[told])
    const soFar = `${seconds()} s, ${counts.requests} requests, ${counts.findings.length} findings`
    console.log(`${soFar}; memory of the fixture's servers: ${await magazine.memory()}`)
  }
  const keepFuzzing = async (): Promise<void> => {
    while (planned < most && !isOver(counts)) await fuzzNext()
  }
  const telling = setInterval(() => void tell().catch(console.error), tellEvery)
  try {
    await Promise.all(Array.from({ length: worldsAtOnce }, keepFuzzing))
  } finally {
    clearInterval(telling)
    await tell()
  }
  const { requests, writes, worlds, findings } = counts
  return { requests, writes, worlds, seconds: seconds(), findings }
}

export const fuzzText = ({ requests, writes, worlds, seconds, findings }: FuzzResult): string =>
  [
    `${requests} requests to both databases in ${seconds} s, ${writes} of them writes, ${worlds} random projects and the fixture's.`,
    findings.length === 0 ? 'The same answers, none of them a 5xx, and no hang.' : `${findings.length} findings.`,
  ].join('\n\n')
