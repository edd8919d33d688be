/** Chooses the primary from several servers, by what they report. */

import type { Host } from './server-hosts.ts'

export interface Looked {
  readonly host: Host
  /** PostgreSQL's timeline number, which grows with every promotion; null for a server that accepts no writes. */
  readonly timeline: string | null
  /** Why the server accepts no writes. */
  readonly reason: string | null
}

export interface Chosen {
  readonly host: Host
  readonly timeline: string
}

/**
 * A former primary that missed the promotion accepts writes, too, but has a lower timeline. Ties go to the current
 * primary.
 */
export function choosePrimary(looked: readonly Looked[], current: Host | null): Chosen | null {
  const writable = looked.flatMap(({ host, timeline }) => (timeline === null ? [] : [{ host, timeline }]))
  const longest = writable.reduce((most, { timeline }) => (timeline > most ? timeline : most), '')
  const candidates = writable.filter(({ timeline }) => timeline === longest)
  return candidates.find(({ host }) => host === current) ?? candidates[0] ?? null
}
