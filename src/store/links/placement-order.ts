/** The order in which placements are applied: a neighbour that the same request links comes first. Pure. */

import { ApiError } from '../../errors/api-error.ts'

/** `Key` tells rows apart: an id, or more where rows of several types stand together. */
export interface Placement<Key> {
  readonly rows: readonly Key[]
  readonly at: 'start' | 'end' | 'before' | 'after'
  /** The neighbours named by `before` and `after`. */
  readonly neighbours: readonly Key[]
}

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
    if (before !== undefined && before !== where) throw repeated(row)
    seen.set(row, where)
    return before === undefined
  })
}

function repeated(row: unknown): ApiError {
  return new ApiError('VALUE_INVALID', {
    message: `The relation with id ${row} is already connected. You cannot connect the same relation twice.`,
  })
}

function circular(): ApiError {
  return new ApiError('VALUE_INVALID', {
    message:
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
  })
}
