import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { DatabaseKind } from '../database/bench-databases.ts'
import type { BenchOptions } from '../options.ts'
import type { StateFigures } from './compare-report.ts'
import type { Machine } from './machine.ts'
import type { Versions } from './versions.ts'

export type Conditions = {
  readonly date: string
  readonly machine: Machine
  readonly versions: Versions
  readonly options: object
}

export type Compared = Conditions & { readonly states: readonly StateFigures[] }

/** One section for each kind of run and of database; a run replaces its own and leaves the others. */
export type Results = { readonly [Section in `compare-${DatabaseKind}`]?: Compared } & {
  readonly [section: string]: Conditions | undefined
}

export const sectionOf = ({ mode, database, keptTotals }: BenchOptions): string =>
  `${keptTotals ? 'kept-totals' : mode}-${database}`

export const readResults = (file: string): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {}

export const writeSection = (file: string, section: string, content: Conditions): Results => {
  const sections = { ...readResults(file), [section]: content }
  const sorted = Object.fromEntries(Object.entries(sections).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
  return sorted
}

/** Lists as text: one line each, however the file is formatted. */
export const optionsForFile = ({ out: _, indexFile, ...options }: BenchOptions): object => ({
  ...options,
  states: options.states.join(' '),
  only: options.only.join(' ') || 'all',
  lectern: options.lectern.join(' '),
  ...(indexFile === undefined ? {} : { indexFile: indexFile.split('/').at(-1) }),
})
