/**
 * Names for repeated statements, so that each connection parses and plans them once. A text gets a name when it is seen
 * for the second time: the server keeps prepared statements as long as the connection lives, and statements that run
 * only once must not fill its memory.
 */

import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { createRecentTexts } from '../../execute/recent-texts.ts'
import type { Parser } from './parsers.ts'

/** How many texts are remembered. */
const REMEMBERED = { texts: 2_000, characters: 8 * 1024 * 1024 }

/**
 * When a connection has prepared this many statements, or characters of SQL, it is replaced: the server needs several
 * times as much memory.
 */
const MOST_PER_CONNECTION = { texts: 500, characters: 4 * 1024 * 1024 }

/** A statement as it runs on one connection. */
export interface Prepared {
  /** Empty if it is not prepared. */
  readonly name: string
  /** The parsers of its columns; null until the server has described them. */
  parsers: readonly Parser[] | null
}

export interface PreparedStatements {
  /** How to run a text on a connection. */
  on(client: ClientBase, text: string): Prepared
  isFull(client: ClientBase): boolean
}

interface OfConnection {
  readonly byName: Map<string, Prepared>
  /** The total length of their texts. */
  characters: number
}

export function createPreparedStatements(): PreparedStatements {
  const names = createRecentTexts<string | null>(REMEMBERED)
  const byConnection = new WeakMap<ClientBase, OfConnection>()

  function remember(text: string): string | null {
    const known = names.get(text)
    const name = known === undefined ? null : (known ?? hashOf(text))
    names.set(text, name)
    return name
  }

  function prepare(name: string, text: string, client: ClientBase): Prepared {
    const texts = byConnection.get(client) ?? { byName: new Map(), characters: 0 }
    const known = texts.byName.get(name)
    if (known !== undefined) return known
    const prepared = { name, parsers: null }
    texts.byName.set(name, prepared)
    texts.characters += text.length
    byConnection.set(client, texts)
    return prepared
  }

  return {
    on(client, text) {
      const name = remember(text)
      return name === null ? { name: '', parsers: null } : prepare(name, text, client)
    },
    isFull(client) {
      const texts = byConnection.get(client)
      if (texts === undefined) return false
      return texts.byName.size >= MOST_PER_CONNECTION.texts || texts.characters >= MOST_PER_CONNECTION.characters
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
