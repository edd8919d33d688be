import { createHash } from 'node:crypto'
import { type Row, type Status, visible } from './rows.ts'
import { compareNullsFirst, type Value } from './values.ts'

export interface SortKey {
  readonly path: readonly string[]
  readonly descending: boolean
  /** Upper and lower case are the same. */
  readonly fold?: boolean
  readonly nulls?: 'first' | 'last'
  /** An order by chance. */
  readonly seed?: string
}

const P = 2n ** 31n - 1n

/** The number that a seed gives a row; docs/beyond-strapi.md has the formula. */
const chance = (seed: string, id: number): number => {
  const digest = createHash('sha256').update(seed).digest()
  const part = (at: number): bigint => digest.readBigUInt64BE(at * 8)
  const [a, b, c] = [1n + (part(0) % (P - 1n)), part(1) % P, 1n + (part(2) % (P - 1n))]
  const y = ((BigInt(id) % P) * a + b) % P
  return Number((((y * y) % P) * c + y) % P)
}

/** In the order of the key: before, behind, or in one place. */
const inOrder = ({ descending, nulls }: SortKey, left: Value, right: Value): number => {
  if (nulls !== undefined && (left === null) !== (right === null)) {
    return (left === null) === (nulls === 'first') ? -1 : 1
  }
  const order = compareNullsFirst(left, right)
  return descending ? -order : order
}

/** The value at the end of the path for every joined row; one NULL when a relation on the way is empty. */
export const valuesAt = (row: Row, path: readonly string[], status: Status): readonly Value[] => {
  const [head = '', ...rest] = path
  if (rest.length === 0) return [row.values[head] ?? null]
  const link = row.model.links[head]
  if (link === undefined || link.kind === 'zone' || link.kind === 'morph') {
    throw new Error(`The evaluator cannot sort ${row.model.uid} by '${path.join('.')}'.`)
  }
  const rows = visible(row, head, status)
  if (rest[0] === '$count') return [rows.length]
  return rows.length === 0 ? [null] : rows.flatMap((next) => valuesAt(next, rest, status))
}

const best = (values: readonly Value[], key: SortKey): Value => {
  const folded = values.map((value) => (key.fold === true && typeof value === 'string' ? value.toLowerCase() : value))
  return folded.toSorted((left, right) => inOrder(key, left, right))[0] ?? null
}

const sortValue = (row: Row, key: SortKey, status: Status): Value =>
  key.seed === undefined ? best(valuesAt(row, key.path, status), key) : chance(key.seed, row.id)

/** An entry stands once, at the place of its best joined row; ties go by ascending id. */
export const sorted = (rows: readonly Row[], keys: readonly SortKey[], status: Status): readonly Row[] => {
  const decorated = rows.map((row) => ({
    row,
    values: keys.map((key) => sortValue(row, key, status)),
  }))
  decorated.sort((left, right) => {
    for (const [index, key] of keys.entries()) {
      const order = inOrder(key, left.values[index] ?? null, right.values[index] ?? null)
      if (order !== 0) return order
    }
    return left.row.id - right.row.id
  })
  return decorated.map(({ row }) => row)
}
