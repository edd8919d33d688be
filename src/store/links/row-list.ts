/**
 * A list of different rows, with a cost of placing a row that does not grow with the list: a request may place a thousand rows
 * among a hundred thousand.
 */

export interface RowList<Key> {
  remove(row: Key): void
  /** A row that is in the list already stays where it is, as in all that follow. */
  placeFirst(rows: readonly Key[]): void
  placeLast(rows: readonly Key[]): void
  /** Before the first of those neighbours that are in the list; false where none is. */
  placeBefore(neighbours: readonly Key[], rows: readonly Key[]): boolean
  /** After the last of them. */
  placeAfter(neighbours: readonly Key[], rows: readonly Key[]): boolean
  inOrder(): readonly Key[]
}

interface Node<Key> {
  readonly row: Key
  previous: Node<Key> | null
  next: Node<Key> | null
}

export function createRowList<Key>(rows: readonly Key[]): RowList<Key> {
  const nodes = new Map<Key, Node<Key>>()
  let first: Node<Key> | null = null
  let last: Node<Key> | null = null

  function link(previous: Node<Key> | null, next: Node<Key> | null): void {
    if (previous === null) first = next
    else previous.next = next
    if (next === null) last = previous
    else next.previous = previous
  }

  function placeBetween(previous: Node<Key> | null, next: Node<Key> | null, added: readonly Key[]): void {
    let before = previous
    for (const row of added) {
      if (nodes.has(row)) continue
      const node: Node<Key> = { row, previous: null, next: null }
      nodes.set(row, node)
      link(before, node)
      before = node
    }
    link(before, next)
  }

  const found = (wanted: readonly Key[]) => endsOf(wanted.flatMap((row) => nodes.get(row) ?? []))
  placeBetween(null, null, rows)

  return {
    remove: (row) => {
      const node = nodes.get(row)
      if (node === undefined) return
      nodes.delete(row)
      link(node.previous, node.next)
    },
    placeFirst: (added) => placeBetween(null, first, added),
    placeLast: (added) => placeBetween(last, null, added),
    placeBefore: (neighbours, added) => {
      const place = found(neighbours)
      if (place !== null) placeBetween(place.first.previous, place.first, added)
      return place !== null
    },
    placeAfter: (neighbours, added) => {
      const place = found(neighbours)
      if (place !== null) placeBetween(place.last, place.last.next, added)
      return place !== null
    },
    inOrder: () => listFrom(first),
  }
}

/**
 * The first and the last of the rows. They are versions of one entry and adjacent, so the list is searched in both
 * directions at once.
 */
function endsOf<Key>(nodes: readonly Node<Key>[]) {
  const [start] = nodes
  if (start === undefined) return null
  const missing = new Set(nodes.slice(1))
  const ends = { first: start, last: start }
  let [back, on] = [start.previous, start.next]
  while (missing.size > 0 && (back !== null || on !== null)) {
    if (back !== null && missing.delete(back)) ends.first = back
    if (on !== null && missing.delete(on)) ends.last = on
    back = back?.previous ?? null
    on = on?.next ?? null
  }
  return ends
}

function listFrom<Key>(first: Node<Key> | null): readonly Key[] {
  const rows: Key[] = []
  for (let node = first; node !== null; node = node.next) rows.push(node.row)
  return rows
}
