import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { DatabaseKind } from './database/bench-databases.ts'
import { optionList } from './option-list.ts'
import { fromRoot } from './project-root.ts'

export type Mode =
  | 'compare'
  | 'sizes'
  | 'writes'
  | 'callers'
  | 'urls'
  | 'capacity'
  | 'workers'
  | 'start'
  | 'soak'
  | 'overload'
  | 'beyond'
  | 'kills'
  | 'fuzz'
  | 'open-check'
  | 'write-check'
  | 'help'

/** The indexes of the databases: only Strapi's, or Lectern's too. */
export type State = 'as-is' | 'indexed'

export type BenchOptions = {
  readonly mode: Mode
  readonly strapi: boolean
  readonly warm: boolean
  readonly database: DatabaseKind
  readonly scale: number
  readonly states: readonly State[]
  readonly indexFile: string | undefined
  readonly keptTotals: boolean
  readonly only: readonly string[]
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  readonly lectern: readonly string[]
  readonly out: string
  readonly minutes: number
  readonly requests: number
  readonly kills: number
  readonly fuzz: number
  readonly seed: number
}

const numberOf = (name: string, text: string, least: number, most: number): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < least || value > most)
    throw new Error(`--${name} must be a number from ${least} to ${most}, not "${text}".`)
  return value
}

const wholeNumberOf = (name: string, text: string, least: number, most: number): number => {
  const value = numberOf(name, text, least, most)
  if (!Number.isInteger(value)) throw new Error(`--${name} must be a whole number, not "${text}".`)
  return value
}

const oneOf = <Name extends string>(name: string, text: string, names: readonly Name[]): Name => {
  const found = names.find((one) => one === text)
  if (found === undefined) throw new Error(`--${name} must be one of ${names.join(', ')}, not "${text}".`)
  return found
}

const modes = [
  'help',
  'open-check',
  'write-check',
  'kills',
  'fuzz',
  'overload',
  'soak',
  'writes',
  'callers',
  'urls',
  'capacity',
  'workers',
  'start',
  'sizes',
  'beyond',
] as const

/** Seconds of a round, where they are not the usual ones. */
const LENGTHS: Partial<Record<Mode, string>> = { writes: '5', overload: '10' }

/** The advised indexes for the queries of a run, if it is measured with them. */
const INDEX_FILES: Partial<Record<Mode, string>> = { beyond: fromRoot('bench', 'beyond', 'advised-indexes.sql') }

export const readOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({ args: [...args], options: optionList })
  const mode = modes.find((name) => values[name]) ?? 'compare'
  const state = oneOf('state', values.state, ['as-is', 'indexed', 'both'])
  if (values['kept-totals'] && state !== 'indexed')
    throw new Error('--kept-totals needs --state indexed: the database as it is keeps none.')
  return {
    mode,
    strapi: values.strapi,
    warm: values.warm,
    database: oneOf('database', values.database, ['sqlite', 'postgres']),
    scale: wholeNumberOf('scale', values.scale ?? (mode === 'soak' ? '4' : '400'), 1, 20_000),
    states: state === 'both' ? ['as-is', 'indexed'] : [state],
    keptTotals: values['kept-totals'],
    indexFile: values.indexes === undefined ? INDEX_FILES[mode] : resolve(values.indexes),
    only: values.only,
    seconds: numberOf('seconds', values.seconds ?? LENGTHS[mode] ?? '1.2', 0.1, 600),
    rounds: wholeNumberOf('rounds', values.rounds, 1, 100),
    connections: wholeNumberOf('connections', values.connections, 1, 1_000),
    lectern: values.lectern,
    out: values.out === undefined ? fromRoot('bench', 'results.json') : resolve(values.out),
    minutes: numberOf('minutes', values.minutes ?? (mode === 'fuzz' ? '600' : '2.5'), 0.1, 600),
    requests: wholeNumberOf('requests', values.requests ?? (mode === 'urls' ? '5000' : '200000'), 100, 100_000_000),
    kills: wholeNumberOf('kills', values.kills ?? '1', 1, 100_000),
    fuzz: wholeNumberOf('fuzz', values.fuzz ?? '1', 1, 100_000_000),
    seed: wholeNumberOf('seed', values.seed, 0, 2_000_000_000),
  }
}
