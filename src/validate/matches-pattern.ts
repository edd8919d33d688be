/**
 * Whether a text matches a regular expression of a schema file, within a limit of time. For an expression such as `^(a+)+$`
 * there are texts of 40 characters that take years, and the thread would answer no other request meanwhile.
 */

import { type Context, createContext, Script } from 'node:vm'
import { ApiError } from '../errors/api-error.ts'
import { codeOf } from '../errors/code-of.ts'

/** Milliseconds. Other expressions take microseconds. */
const MOST_TIME = 50

const TOO_SLOW = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/**
 * Throws where that takes too long: one text after the other would add up. `name`: of the attribute. Each further attempt has twice
 * the time, so that one of them gets its share of a processor, however small: a container may have a fifth of one.
 */
export function matchesPattern(pattern: RegExp, text: string, name: string): boolean {
  for (let timeout = MOST_TIME; ; timeout *= 2) {
    const before = process.cpuUsage()
    try {
      return compare(pattern, text, timeout)
    } catch (error) {
      if (codeOf(error) !== TOO_SLOW) throw error
      if (!wasWaiting(process.cpuUsage(before))) throw tooSlow(pattern, name)
    }
  }
}

/** On a busy machine the time may pass while the process waits for a processor. */
function wasWaiting({ user, system }: NodeJS.CpuUsage): boolean {
  return (user + system) / 1_000 < MOST_TIME / 2
}

const compare = createComparison()

/** Only code in a context can be given a time limit; making one takes milliseconds, so the first comparison does. */
function createComparison(): (pattern: RegExp, text: string, timeout: number) => boolean {
  const script = new Script('pattern.test(text)')
  let context: Context | null = null
  return (pattern, text, timeout) => {
    context ??= createContext()
    Object.assign(context, { pattern, text })
    try {
      return script.runInContext(context, { timeout }) === true
    } finally {
      Object.assign(context, { pattern: null, text: null })
    }
  }
}

function tooSlow(pattern: RegExp, name: string): ApiError {
  const message = `The text of ${name} takes too long to compare with "${pattern}"`
  const hint =
    'Send another text. In the schema file, avoid repetitions inside repetitions, such as (a+)+, and alternatives that overlap'
  return new ApiError('DATA_INVALID', { message, details: { errors: [], hint } })
}
