/** One request, made and measured. */

import { isRecord } from '../../../src/config/project-config.ts'
import type { ServerError } from '../model/locate-error.ts'
import { readServerTiming, type Stage } from '../model/server-timing.ts'

export interface Answer {
  readonly url: string
  readonly status: number
  readonly statusText: string
  /** Until the whole response was received. */
  readonly milliseconds: number
  /** Whether it is the first request of the page: connection and caches are cold, and the time says little. */
  readonly isFirst: boolean
  readonly stages: readonly Stage[]
  readonly bytes: number
  /** Parsed where it is JSON, the text otherwise. */
  readonly body: unknown
  readonly isJson: boolean
  readonly error: ServerError | null
}

export interface Explanation {
  readonly sql: string
  readonly values: readonly unknown[]
  readonly plan: readonly string[]
  /** For each line of the plan: why it is expensive, or null. */
  readonly costly: readonly (string | null)[]
}

/** Indexes that would make a request faster, and by how much: the time of the statement in milliseconds. */
export interface Advice {
  readonly statements: readonly string[]
  readonly before: number
  readonly after: number
}

export function headersFor(token: string): Readonly<Record<string, string>> {
  return token === '' ? {} : { Authorization: `Bearer ${token}` }
}

export async function ask(url: string, token: string, signal: AbortSignal, isFirst = false): Promise<Answer> {
  const started = performance.now()
  const response = await fetch(url, { headers: headersFor(token), signal, cache: 'no-store' })
  const bytes = await response.arrayBuffer()
  const milliseconds = performance.now() - started
  const text = new TextDecoder().decode(bytes)
  const { body, isJson } = parsed(text)
  return {
    url,
    status: response.status,
    statusText: response.statusText,
    milliseconds,
    isFirst,
    stages: readServerTiming(response.headers.get('server-timing')),
    bytes: bytes.byteLength,
    body,
    isJson,
    error: response.ok ? null : errorIn(body, response.status, response.statusText),
  }
}

function parsed(text: string): Pick<Answer, 'body' | 'isJson'> {
  try {
    return { body: JSON.parse(text) as unknown, isJson: true }
  } catch {
    return { body: text, isJson: false }
  }
}

/** A body without the envelope came from a proxy: only its status is shown. */
export function errorIn(body: unknown, status: number, statusText: string): ServerError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {}
  return {
    status,
    name: typeof error.name === 'string' ? error.name : statusText,
    message: typeof error.message === 'string' ? error.message : statusText,
    details: isRecord(error.details) ? error.details : {},
  }
}
