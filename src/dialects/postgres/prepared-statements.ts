/**
 * Names for repeated statements, so that each connection parses and plans them once. A text is named when it is seen
 * for the second time: the server holds prepared statements for the life of the connection, and statements that are run
 * only once must not fill its memory.
 */

import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'

/** Texts that are remembered; the least recently used is evicted first. */
const REMEMBERED = 2_000

/** Statements that one connection prepares before it is replaced by a new one. */
const MOST_PER_CONNECTION = 500

export interface PreparedStatements {
  /** The name to run a text under; undefined: without one. */
  nameFor(text: string, client: ClientBase): string | undefined
  isFull(client: ClientBase): boolean
}

export function createPreparedStatements(): PreparedStatements {
  const names = new Map<string, string | null>()
  const prepared = new WeakMap<ClientBase, Set<string>>()

  function remember(text: string): string | undefined {
    const known = names.get(text)
    const name = known === undefined ? null : (known ?? hashOf(text))
    names.delete(text)
    names.set(text, name)
    const oldest = names.keys().next().value
    if (names.size > REMEMBERED && oldest !== undefined) names.delete(oldest)
    return name ?? undefined
  }

  return {
    nameFor(text, client) {
      const name = remember(text)
      if (name === undefined) return undefined
      prepared.set(client, (prepared.get(client) ?? new Set()).add(name))
      return name
    },
    isFull: (client) => (prepared.get(client)?.size ?? 0) >= MOST_PER_CONNECTION,
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
