/** The requests that were recorded from Strapi, with their responses. */

import { readdirSync, readFileSync } from 'node:fs'
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

/** All of them; `Case` is the part that is used. */
export function recordedRequests<Case = RecordedRequest>(): readonly Case[] {
  return readdirSync(fixture('cases')).flatMap((file) =>
    readFileSync(fixture(`cases/${file}`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case),
  )
}

/** Every n-th request that reads content: another test sends all of them. */
export function sampledReads(each: number): readonly RecordedRequest[] {
  return recordedRequests().filter(
    ({ path }, index) => index % each === 0 && /^\/api\/[^/?]+(\/[^/?]+)?(\?|$)/.test(path),
  )
}
