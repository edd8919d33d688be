/** The requests that were recorded from Strapi, with their responses. */

import { readdirSync, readFileSync } from 'node:fs'
import type { ClientName } from '../../src/dialects/backend.ts'
import type { Headers } from './ask.ts'
import { fixture } from './fixture.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY, AS_USER } from './magazine.ts'

export const CALLERS = {
  public: {},
  user: AS_USER,
  'read-only': AS_READ_ONLY,
  'full-access': AS_FULL_ACCESS,
} as const

export interface RecordedRequest {
  readonly path: string
  readonly as?: keyof typeof CALLERS
  readonly headers?: Readonly<Record<string, string>>
}

export interface RecordedResponse {
  readonly status: number
  /** Absent where only the status is fixed. */
  readonly body?: unknown
}

/** A request, and its response on every database or, where the order of nulls matters, on each. */
export type RecordedCase = RecordedRequest & Partial<RecordedResponse & Record<ClientName, RecordedResponse>>

/** All of them. */
export function recordedRequests(): readonly RecordedCase[] {
  return readdirSync(fixture('cases')).flatMap(recordedIn)
}

/** Those of one file in `cases`. */
export function recordedIn(file: string): readonly RecordedCase[] {
  return readFileSync(fixture(`cases/${file}`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedCase)
}

export function headersOf({ as = 'public', headers }: RecordedRequest): Headers {
  return { ...headers, ...CALLERS[as] }
}

/** The responses of Strapi on this database. */
export function responseOn(client: ClientName, recorded: RecordedCase): Partial<RecordedResponse> {
  return recorded[client] ?? recorded
}

/** Every n-th request that reads content: another test sends all of them. */
export function sampledReads(each: number): readonly RecordedRequest[] {
  return recordedRequests().filter(
    ({ path }, index) => index % each === 0 && /^\/api\/[^/?]+(\/[^/?]+)?(\?|$)/.test(path),
  )
}
