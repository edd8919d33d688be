/** Sends requests to one server over HTTP. Redirects are not followed: only the server's own responses are compared. */

import { jsonIn } from '../config/json-in.ts'
import { codeOf } from '../errors/code-of.ts'
import type { Ask, Asked } from './answer.ts'
import type { Json } from './find-differences.ts'

export interface ServerAddress {
  /** The base URL, without a trailing slash. */
  readonly base: string
  /** Headers for every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly token: string | null
  readonly timeoutMs: number
}

/** Longest shown beginning of a body that is not JSON, in characters. */
const SHOWN_TEXT = 200

export function createAsk({ base, headers, token, timeoutMs }: ServerAddress): Ask {
  // Uncompressed, so that the time for compression is not compared.
  const common = { ...headers, accept: 'application/json', 'accept-encoding': 'identity' }
  return async (path, { anonymous }) => {
    const credentials = token === null || anonymous ? {} : { authorization: `Bearer ${token}` }
    const started = performance.now()
    const elapsed = () => performance.now() - started
    try {
      const response = await fetch(`${base}${path}`, {
        headers: { ...common, ...credentials },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      return answerOf(response, text, elapsed())
    } catch (error) {
      return { failure: reasonOf(error, timeoutMs), milliseconds: elapsed() }
    }
  }
}

function answerOf({ status, headers }: Response, text: string, milliseconds: number): Asked {
  const value = jsonIn(text) as Json | undefined
  return {
    status,
    json: value === undefined ? null : { value },
    text: value === undefined ? text.slice(0, SHOWN_TEXT) : '',
    milliseconds,
    location: headers.get('location'),
    // Lectern varies by this header, and Strapi does not.
    isLecterns: /strapi-response-format/i.test(headers.get('vary') ?? ''),
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1_000} s`
  const { cause } = error
  return REASONS.get(codeOf(cause)) ?? (cause instanceof Error ? cause.message : error.message)
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection closed by the server'],
  ['ENOTFOUND', 'no such host'],
  ['EAI_AGAIN', 'no such host'],
  ['ETIMEDOUT', 'connection timed out'],
])
