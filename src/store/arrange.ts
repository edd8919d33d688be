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
  return steps.reduce(step, rows)
}

function step<Key>(rows: readonly Key[], placement: Placement<Key>): readonly Key[] {
  if (placement.kind === 'clear') return []
  const others = rows.filter((row) => !placement.rows.includes(row))
  switch (placement.kind) {
    case 'remove':
      return others
    case 'put':
      return placement.at === 'start' ? [...placement.rows, ...others] : [...others, ...placement.rows]
    case 'putBy': {
      const places = placement.neighbours.map((row) => others.indexOf(row)).filter((index) => index !== -1)
      if (places.length === 0) return [...others, ...placement.rows]
      const index = placement.at === 'before' ? Math.min(...places) : Math.max(...places) + 1
      return others.toSpliced(index, 0, ...placement.rows)
    }
  }
}
