import { parseArgs } from 'node:util'

export type BenchOptions = {
  readonly scale: number
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  readonly only: readonly string[]
  readonly database: 'sqlite' | 'postgres'
  /** Whether Lectern may keep answers. */
  readonly warm: boolean
  readonly lecternArguments: readonly string[]
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

export const readOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scale: { type: 'string', default: '400' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '8' },
      only: { type: 'string', multiple: true, default: [] },
      database: { type: 'string', default: 'sqlite' },
      warm: { type: 'boolean', default: false },
      lectern: { type: 'string', multiple: true, default: [] },
    },
  })
  const { database } = values
  if (database !== 'sqlite' && database !== 'postgres')
    throw new Error(`--database must be "sqlite" or "postgres", not "${database}".`)
  return {
    scale: wholeNumberOf('scale', values.scale, 1, 20_000),
    seconds: wholeNumberOf('seconds', values.seconds, 1, 600),
    rounds: wholeNumberOf('rounds', values.rounds, 1, 100),
    connections: wholeNumberOf('connections', values.connections, 1, 1_000),
    only: values.only,
    database,
    warm: values.warm,
    lecternArguments: values.lectern,
  }
}
