/**
 * Names for repeated statements, so that each connection parses and plans them once. A text is named when it is seen
 * for the second time: the server holds prepared statements for the life of the connection, and statements that are run
 * only once must not fill its memory.
 */

import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { createRecentTexts } from '../../execute/recent-texts.ts'

/** Texts that are remembered. */
const REMEMBERED = { texts: 2_000, characters: 8 * 1024 * 1024 }

/**
 * Statements that one connection prepares before it is replaced by a new one, and characters of their texts: the
 * server needs several times as much memory for each.
 */
const MOST_PER_CONNECTION = { texts: 500, characters: 4 * 1024 * 1024 }

export interface PreparedStatements {
  /** The name to run a text under; undefined: without one. */
  nameFor(text: string, client: ClientBase): string | undefined
  isFull(client: ClientBase): boolean
}

interface Prepared {
  readonly names: Set<string>
  /** Of their texts. */
  characters: number
}

const NOTHING: Prepared = { names: new Set(), characters: 0 }

export function createPreparedStatements(): PreparedStatements {
  const names = createRecentTexts<string | null>(REMEMBERED)
  const preparedOn = new WeakMap<ClientBase, Prepared>()

  function remember(text: string): string | undefined {
    const known = names.get(text)
    const name = known === undefined ? null : (known ?? hashOf(text))
    names.set(text, name)
    return name ?? undefined
  }

  return {
    nameFor(text, client) {
      const name = remember(text)
      if (name === undefined) return undefined
      const prepared = preparedOn.get(client) ?? { names: new Set(), characters: 0 }
      if (!prepared.names.has(name)) prepared.characters += text.length
      prepared.names.add(name)
      preparedOn.set(client, prepared)
      return name
    },
    isFull(client) {
      const { names, characters } = preparedOn.get(client) ?? NOTHING
      return names.size >= MOST_PER_CONNECTION.texts || characters >= MOST_PER_CONNECTION.characters
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
