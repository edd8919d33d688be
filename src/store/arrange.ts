/** The order of a list of related rows, after a change. Pure. */

/** `Key` tells rows apart: an id, or more where rows of several types stand together. */
export type Placement<Key> =
  | { readonly kind: 'clear' }
  | { readonly kind: 'remove'; readonly rows: readonly Key[] }
  | { readonly kind: 'put'; readonly rows: readonly Key[]; readonly at: 'start' | 'end' }
  | {
      readonly kind: 'putBy'
      readonly rows: readonly Key[]
      readonly at: 'before' | 'after'
      readonly neighbours: readonly Key[]
    }

/** A row that is there already moves to the new place. A neighbour that is not there puts its rows at the end. */
export function arrange<Key extends string | number>(
  rows: readonly Key[],
  steps: readonly Placement<Key>[],
): readonly Key[] {
  // A set has its members in the order in which they were added: most steps then take no time that grows with the list.
  return [...steps.reduce(step, new Set(rows))]
}

function step<Key>(rows: Set<Key>, placement: Placement<Key>): Set<Key> {
  if (placement.kind === 'clear') return new Set()
  for (const row of placement.rows) rows.delete(row)
  switch (placement.kind) {
    case 'remove':
      return rows
    case 'put':
      return placement.at === 'start' ? new Set([...placement.rows, ...rows]) : withAtEnd(rows, placement.rows)
    case 'putBy': {
      const others = [...rows]
      const places = placement.neighbours.map((row) => others.indexOf(row)).filter((index) => index !== -1)
      if (places.length === 0) return withAtEnd(rows, placement.rows)
      const index = placement.at === 'before' ? Math.min(...places) : Math.max(...places) + 1
      return new Set(others.toSpliced(index, 0, ...placement.rows))
    }
  }
}

function withAtEnd<Key>(rows: Set<Key>, added: readonly Key[]): Set<Key> {
  for (const row of added) rows.add(row)
  return rows
}
