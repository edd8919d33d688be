import { checkBeyondNames } from '../beyond/beyond-queries.ts'
import type { BenchDatabases } from '../database/bench-databases.ts'
import type { BenchOptions, Mode } from '../options.ts'
import { chosenQueries } from '../queries.ts'
import { beyondFigures, beyondText } from '../report/beyond-report.ts'
import { callersFigures, callersText } from '../report/callers-report.ts'
import { capacityFigures, capacityText } from '../report/capacity-report.ts'
import { compareFigures, compareText } from '../report/compare-report.ts'
import { overloadFigures, overloadText } from '../report/overload-report.ts'
import { sizesFigures, sizesText } from '../report/sizes-report.ts'
import { soakFigures, soakText } from '../report/soak-report.ts'
import { startFigures, startText } from '../report/start-report.ts'
import { urlsFigures, urlsText } from '../report/urls-report.ts'
import { workersFigures, workersText } from '../report/workers-report.ts'
import { writesFigures, writesText } from '../report/writes-report.ts'
import { killRepeatedly, killsText } from '../trial/kills.ts'
import { beyond } from './beyond.ts'
import { measureCallers } from './callers.ts'
import { measureCapacity } from './capacity.ts'
import { compare } from './compare.ts'
import { overload } from './overload.ts'
import { measureSizes, scalesUpTo } from './sizes.ts'
import { soak } from './soak.ts'
import { measureStart } from './start.ts'
import { measureUrls } from './urls.ts'
import { measureWorkers } from './workers.ts'
import { measureWrites } from './writes.ts'

/** A table to print, and the results to store. */
export type Report = { readonly text: string; readonly figures: object }

type Run = {
  /** Throws before anything is started. */
  check(options: BenchOptions): void
  measure(databases: BenchDatabases, options: BenchOptions): Promise<Report>
}

export type MeasuringMode = Exclude<Mode, 'help' | 'open-check' | 'write-check' | 'fuzz'>

const checkQueries = ({ scale, only }: BenchOptions): void => {
  chosenQueries(scale, only)
}

const checkScales = ({ scale }: BenchOptions): void => {
  if (!scalesUpTo(scale).every(Number.isInteger)) throw new Error(`--scale must be a multiple of 100, not ${scale}.`)
}

export const runs: Readonly<Record<MeasuringMode, Run>> = {
  compare: {
    check: checkQueries,
    measure: async (databases, options) => {
      const states = await compare(databases, options)
      return { text: compareText(states), figures: { states: compareFigures(states) } }
    },
  },
  sizes: {
    check: checkScales,
    measure: async (databases, options) => {
      const states = await measureSizes(databases, options)
      return { text: sizesText(states), figures: { states: sizesFigures(states) } }
    },
  },
  beyond: {
    check: ({ only }) => checkBeyondNames(only),
    measure: async (databases, options) => {
      const states = await beyond(databases, options)
      return { text: beyondText(states), figures: { states: beyondFigures(states) } }
    },
  },
  writes: {
    check: checkQueries,
    measure: async (databases, options) => {
      const result = await measureWrites(databases, options)
      return { text: writesText(result), figures: { peers: writesFigures(result) } }
    },
  },
  callers: {
    check: checkQueries,
    measure: async (databases, options) => {
      const result = await measureCallers(databases, options)
      return { text: callersText(result), figures: { queries: callersFigures(result) } }
    },
  },
  urls: {
    check: () => undefined,
    measure: async (databases, options) => {
      const result = await measureUrls(databases, options)
      return { text: urlsText(result), figures: urlsFigures(result) }
    },
  },
  capacity: {
    check: checkQueries,
    measure: async (databases, options) => {
      const result = await measureCapacity(databases, options)
      return { text: capacityText(result), figures: { queries: capacityFigures(result) } }
    },
  },
  workers: {
    check: checkQueries,
    measure: async (databases, options) => {
      const result = await measureWorkers(databases, options)
      return { text: workersText(result), figures: { queries: workersFigures(result) } }
    },
  },
  start: {
    check: () => undefined,
    measure: async (databases, options) => {
      const result = await measureStart(databases, options)
      return { text: startText(result), figures: { servers: startFigures(result) } }
    },
  },
  overload: {
    check: () => undefined,
    measure: async (databases, options) => {
      const measured = await overload(databases, options)
      return { text: overloadText(measured), figures: overloadFigures(measured) }
    },
  },
  soak: {
    check: () => undefined,
    measure: async (databases, options) => {
      const samples = await soak(databases, options)
      return { text: soakText(samples), figures: soakFigures(samples) }
    },
  },
  kills: {
    check: () => undefined,
    measure: async (databases, { kills, seed }) => {
      const result = await killRepeatedly(databases, kills, seed)
      if (result.findings.length > 0) throw new Error(killsText(result))
      return { text: killsText(result), figures: result }
    },
  },
}
