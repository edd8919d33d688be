import { type Row, type Status, visible } from './rows.ts'
import { compareNullsFirst, type Value } from './values.ts'

export interface SortKey {
  readonly path: readonly string[]
  readonly descending: boolean
}

/** The value at the end of the path for every joined row; one NULL when a relation on the way is empty. */
const valuesAt = (row: Row, path: readonly string[], status: Status): readonly Value[] => {
  const [head = '', ...rest] = path
  if (rest.length === 0) return [row.values[head] ?? null]
  const link = row.model.links[head]
  if (link === undefined || link.kind === 'zone' || link.kind === 'morph') {
    throw new Error(`The evaluator cannot sort ${row.model.uid} by '${path.join('.')}'.`)
  }
  const rows = visible(row, head, status)
  return rows.length === 0 ? [null] : rows.flatMap((next) => valuesAt(next, rest, status))
}

const best = (values: readonly Value[], descending: boolean): Value => {
  const ascending = values.toSorted(compareNullsFirst)
  return (descending ? ascending.at(-1) : ascending[0]) ?? null
}

/** An entry stands once, at the place of its best joined row; ties go by ascending id. */
export const sorted = (rows: readonly Row[], keys: readonly SortKey[], status: Status): readonly Row[] => {
  const decorated = rows.map((row) => ({
    row,
    values: keys.map((key) => best(valuesAt(row, key.path, status), key.descending)),
  }))
  decorated.sort((left, right) => {
    for (const [index, key] of keys.entries()) {
      const order = compareNullsFirst(left.values[index] ?? null, right.values[index] ?? null)
      if (order !== 0) return key.descending ? -order : order
    }
    return left.row.id - right.row.id
  })
  return decorated.map(({ row }) => row)
}
