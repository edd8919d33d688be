import { type GivenOptions, OPTIONS, type OptionName } from './options.ts'
import { UsageError } from './usage-error.ts'

/** The arguments that only one command reads, in addition to the common options. */
export interface Arguments {
  /** The words besides the options, without the command itself. */
  readonly words: readonly string[]
  /** An option from the command line or the environment; null if it is missing or empty. */
  text(option: OptionName): string | null
  flag(option: OptionName): boolean
}

export function argumentsOf(words: readonly string[], given: GivenOptions, env: NodeJS.ProcessEnv): Arguments {
  const text = (option: OptionName) => given[option] ?? (env[OPTIONS[option].env] || null)
  return { words, text, flag: (option) => toFlag(option, text(option)) }
}

function toFlag(option: OptionName, text: string | null): boolean {
  if (text === 'true' || text === '1') return true
  if (text === null || text === 'false' || text === '0') return false
  throw new UsageError(`${OPTIONS[option].env} must be "true" or "false", not "${text}".`)
}
