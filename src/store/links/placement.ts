/** `Key` tells rows apart: an id, or more where rows of several types stand together. */
export interface Placement<Key> {
  readonly rows: readonly Key[]
  readonly at: 'start' | 'end' | 'before' | 'after'
  /** Rows to be placed by, for `before` and `after`. */
  readonly neighbours: readonly Key[]
}
