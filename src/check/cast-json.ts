/**
 * A JSON document to compare with. A text that is not JSON becomes a JSON string, which is how such values are stored.
 */

import { infiniteNumberIn } from '../config/infinite-number.ts'
import { jsonDepth } from '../config/json-depth.ts'
import { jsonIn } from '../config/json-in.ts'
import { uncastable, type ValuePlace } from './uncastable.ts'

/** Deeper than any content, but far below the limits of databases. */
const DEEPEST = 100

/**
 * Numbers become JavaScript numbers, as they are stored: some databases compare all digits, and others do not. A value
 * that one of the databases cannot store is refused on all, so that a request gets the same response everywhere.
 */
export function castJson(text: string, place: ValuePlace): string {
  const json = jsonIn(text) === undefined ? JSON.stringify(text) : text
  if (jsonDepth(json) > DEEPEST) throw uncastable(short(text), `JSON of at most ${DEEPEST} levels`, place)
  const value: unknown = JSON.parse(json)
  if (infiniteNumberIn(value) !== null) throw uncastable(short(text), 'JSON with numbers of at most 1.7e308', place)
  const stored = JSON.stringify(value)
  if (NUL_OR_LONE_SURROGATE.test(stored)) {
    throw uncastable(short(text), 'JSON without NUL characters and unpaired surrogates', place)
  }
  return stored
}

/**
 * Besides control characters, JSON.stringify escapes only these. A backslash that is itself escaped does not begin an
 * escape.
 */
const NUL_OR_LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
