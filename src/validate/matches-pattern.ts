/**
 * Matches a text against a regular expression of a schema file, within a time limit. For expressions such as `^(a+)+$`
 * there are texts of 40 characters that take years, and would block the thread for all other requests.
 */

import { type Context, createContext, Script } from 'node:vm'
import { ApiError } from '../errors/api-error.ts'
import { codeOf } from '../errors/code-of.ts'

/** Milliseconds of the processor for one text. Other expressions take microseconds. */
const MOST_TIME = 50
/** And for all texts of a body: a thousand that each take a little less would add up to a minute. */
const MOST_TOGETHER = 250
/** Milliseconds that any comparison takes, which are not counted: a body may have thousands of texts. */
const ALWAYS = 0.2

const TOO_SLOW = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** Throws where that takes too long. `name`: of the attribute. */
export type MatchesPattern = (pattern: RegExp, text: string, name: string) => boolean

/** For the texts of one body. */
export function createMatchesPattern(): MatchesPattern {
  let spent = 0
  return (pattern, text, name) => {
    const elapsed = startClock()
    const matches = matchesInTime(pattern, text, name)
    spent += Math.max(0, elapsed() - ALWAYS)
    if (spent > MOST_TOGETHER) throw tooSlow(pattern, name)
    return matches
  }
}

/**
 * Each further attempt has twice the time, so that one of them succeeds even with a small share of a processor: a container
 * may have a fifth of one.
 */
function matchesInTime(pattern: RegExp, text: string, name: string): boolean {
  for (let timeout = MOST_TIME; ; timeout *= 2) {
    const elapsed = startClock()
    try {
      return compare(pattern, text, timeout)
    } catch (error) {
      if (codeOf(error) !== TOO_SLOW) throw error
      if (elapsed() >= MOST_TIME / 2) throw tooSlow(pattern, name)
    }
  }
}

/**
 * Milliseconds of the processor: on a busy machine time may pass while the process waits for one. Other threads of the process use it
 * too, but this one no longer than time has passed.
 */
function startClock(): () => number {
  const before = process.cpuUsage()
  const started = performance.now()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.min((user + system) / 1_000, performance.now() - started)
  }
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
