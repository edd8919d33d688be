/** Which of several servers is the primary, by what they say of themselves. */

import type { Host } from './server-hosts.ts'

export interface Looked {
  readonly host: Host
  /** PostgreSQL's timeline number, which grows with every promotion; null for a server that takes no writes. */
  readonly timeline: string | null
  /** Why it takes no writes. */
  readonly reason: string | null
}

export interface Chosen {
  readonly host: Host
  readonly timeline: string
}

/**
 * An old primary that does not know of the promotion takes writes too, but has a lower timeline. Ties go to the current
 * primary.
 */
export function choosePrimary(looked: readonly Looked[], current: Host | null): Chosen | null {
  const writable = looked.flatMap(({ host, timeline }) => (timeline === null ? [] : [{ host, timeline }]))
  const longest = writable.reduce((most, { timeline }) => (timeline > most ? timeline : most), '')
  const candidates = writable.filter(({ timeline }) => timeline === longest)
  return candidates.find(({ host }) => host === current) ?? candidates[0] ?? null
}
