/** The order in which placements are applied: a neighbour that the same request links comes first. Pure. */

import { ApiError } from '../../errors/api-error.ts'
import type { EntryReference } from '../../validate/document-input.ts'

/** `Key` tells rows apart: an id, or more where rows of several types stand together. */
interface PlacedRows<Key> {
  readonly rows: readonly Key[]
  /** The neighbours named by `before` and `after`. */
  readonly neighbours: readonly Key[]
  /** The caller's own reference, for messages: the rows may be drafts that are hidden from the caller. */
  readonly entry: EntryReference
}

export interface PlacementBeside<Key> extends PlacedRows<Key> {
  readonly at: 'before' | 'after'
  readonly neighbour: EntryReference
}

interface PlacementAtEnd<Key> extends PlacedRows<Key> {
  readonly at: 'start' | 'end'
}

export type Placement<Key> = PlacementBeside<Key> | PlacementAtEnd<Key>

/** `linked` are rows that are linked already, and can be neighbours at once. */
export function inOrder<Key extends string | number>(
  placements: readonly Placement<Key>[],
  linked: readonly Key[],
): readonly Placement<Key>[] {
  const wanted = withoutRepetitions(placements)
  const byRow = new Map(wanted.flatMap((placement) => placement.rows.map((row) => [row, placement] as const)))
  const isLinked = new Set(linked)
  const ordered = new Set<Placement<Key>>()
  for (const placement of wanted) {
    const chain = new Set<Placement<Key>>()
    let next: Placement<Key> | undefined = placement
    while (next !== undefined && !ordered.has(next)) {
      if (chain.has(next)) throw circular()
      chain.add(next)
      const awaited: Key | undefined = next.neighbours.find((row) => !isLinked.has(row) && byRow.has(row))
      next = awaited === undefined ? undefined : byRow.get(awaited)
    }
    for (const link of [...chain].reverse()) ordered.add(link)
  }
  return [...ordered]
}

/** The same entry at the same place is one; at two places it is a contradiction. */
function withoutRepetitions<Key extends string | number>(
  placements: readonly Placement<Key>[],
): readonly Placement<Key>[] {
  const seen = new Map<Key | undefined, string>()
  return placements.filter((placement) => {
    const [row] = placement.rows
    const where = JSON.stringify([placement.at, placement.neighbours])
    const before = seen.get(row)
    if (before !== undefined && before !== where) throw repeated(placement.entry)
    seen.set(row, where)
    return before === undefined
  })
}

function repeated(entry: EntryReference): ApiError {
  return new ApiError('VALUE_INVALID', {
    message: `The relation with ${named(entry)} is already connected. You cannot connect the same relation twice.`,
  })
}

/** For messages: `id 5`, `documentId abc`. */
export function named(entry: EntryReference): string {
  return entry.kind === 'id' ? `id ${entry.id}` : `documentId ${entry.documentId}`
}

function circular(): ApiError {
  return new ApiError('VALUE_INVALID', {
    message:
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
  })
}
