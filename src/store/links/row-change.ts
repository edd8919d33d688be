/** The change of an attribute of one row. */
export interface RowChange<Change> {
  readonly id: number
  /** Whether this write inserted it, and it has nothing yet. */
  readonly isNew: boolean
  readonly change: Change
}

/** Rows whose former state has to be read. */
export function existing(changes: readonly RowChange<unknown>[]): readonly number[] {
  return changes.flatMap(({ id, isNew }) => (isNew ? [] : [id]))
}
