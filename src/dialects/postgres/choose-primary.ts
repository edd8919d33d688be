/** Which of several servers is the primary, by what they say of themselves. */

import type { Host } from './server-hosts.ts'

export interface Looked {
  readonly host: Host
  /** Its history, which every promotion begins anew, with a greater number; null where it takes no writes. */
  readonly timeline: string | null
  /** Why it takes none. */
  readonly reason: string | null
}

export interface Chosen {
  readonly host: Host
  readonly timeline: string
}

/**
 * An old primary that does not know of the promotion takes writes too, but its history is the shorter one. Of equals, the
 * one that is used stays.
 */
export function choosePrimary(looked: readonly Looked[], current: Host | null): Chosen | null {
  const writable = looked.flatMap(({ host, timeline }) => (timeline === null ? [] : [{ host, timeline }]))
  const longest = writable.reduce((most, { timeline }) => (timeline > most ? timeline : most), '')
  const candidates = writable.filter(({ timeline }) => timeline === longest)
  return candidates.find(({ host }) => host === current) ?? candidates[0] ?? null
}
