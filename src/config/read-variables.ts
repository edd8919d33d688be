/**
 * Reads a file of variables such as `.env` as Strapi does. Node's parser would take a byte order mark, or a line that
 * is not a variable, for the beginning of the next name, and lose that variable.
 */

import { parseEnv } from 'node:util'
import { encodingProblem } from './encoding-problem.ts'

export interface Variables {
  readonly values: Readonly<Record<string, string>>
  /**
   * A sentence for each line that probably has another meaning than intended. Values are not shown, because they are
   * secrets.
   */
  readonly oddities: readonly string[]
}

export function readVariables(bytes: Uint8Array): Variables {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/)
  const oddities = [encodingProblem(bytes)].filter((problem) => problem !== null)
  const kept: string[] = []
  for (let index = 0; index < lines.length; ) {
    const { end, text, odd } = readAt(lines, index)
    if (text !== null) kept.push(text)
    if (odd !== null) oddities.push(odd)
    index = end
  }
  return { values: parseEnv(kept.join('\n')) as Record<string, string>, oddities }
}

/** `NAME=value` and `NAME: value`, also after `export`. */
const VARIABLE = /^\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=|:\s)\s*(?<value>.*)$/

/** A line of a multi-line value that looks like a variable. The last line of a PEM key, `abc==`, does not count. */
const LIKE_A_VARIABLE = /^\s*(?:export\s+)?[A-Z][A-Z0-9_]+\s*=(?!=*$)/

interface Item {
  /** The index of the line after it. */
  readonly end: number
  readonly text: string | null
  readonly odd: string | null
}

function readAt(lines: readonly string[], start: number): Item {
  const line = lines[start] ?? ''
  const end = start + 1
  const { name, value } = VARIABLE.exec(line)?.groups ?? {}
  if (name === undefined || value === undefined) {
    const isSilent = /^\s*(#|$)/.test(line)
    return { end, text: null, odd: isSilent ? null : `Line ${end} is ignored: it is not of the form NAME=value.` }
  }
  const quote = /^["'`]/.exec(value)?.[0]
  if (quote === undefined || value.includes(quote, 1)) return { end, text: `${name}=${value}`, odd: null }
  const last = lines.findIndex((later, index) => index > start && later.includes(quote))
  if (last === -1) {
    return {
      end,
      text: `${name}=${value}`,
      odd: `Line ${end} opens a quote that is not closed; it belongs to the value.`,
    }
  }
  const rest = lines.slice(end, last + 1)
  const swallows = rest.some((later) => LIKE_A_VARIABLE.test(later))
  const odd = swallows ? `Line ${end} opens a quote that line ${last + 1} closes; all between them is one value.` : null
  return { end: last + 1, text: [`${name}=${value}`, ...rest].join('\n'), odd }
}
