import fc from 'fast-check'
import { type Column, typedOperand } from './generate-operands.ts'
import type { Json } from './values.ts'

type Operand = fc.Arbitrary<Json>

const keyed = (names: readonly string[], operand: Operand): fc.Arbitrary<{ readonly [key: string]: Json }> =>
  fc.tuple(fc.constantFrom(...names), operand).map(([name, value]) => ({ [name]: value }))

const number = fc.constantFrom('0', '1', '2', '3', '4', '40')

const compared = fc.oneof(
  { weight: 4, arbitrary: keyed(['$eq', '$ne', '$lt', '$lte', '$gt', '$gte'], number) },
  keyed(['$in', '$notIn'], fc.array(number, { minLength: 1, maxLength: 3 })),
  keyed(['$between'], fc.tuple(number, number)),
)

const counts = (of: Operand): Operand =>
  fc.oneof(
    number,
    compared,
    fc.tuple(compared, compared).map(([left, right]) => ({ ...left, ...right })),
    keyed(['$not'], compared),
    { weight: 3, arbitrary: fc.tuple(compared, of).map(([test, $of]) => ({ ...test, $of })) },
  )

/** Every value under `$all` is that of some row: of one column, so that some are had together. */
const all = (columns: readonly Column[]): Operand =>
  fc.oneof(
    ...columns
      .filter(({ kind }) => kind !== 'json')
      .map((column) => keyed([column.name], fc.array(typedOperand(column), { minLength: 1, maxLength: 2 }))),
  )

/** Conditions on all rows of a relation; `inner`: conditions on a single row. */
export const quantifiedOn = (inner: Operand, many: boolean, columns: readonly Column[]): Operand => {
  const rows = inner.filter((value) => value !== null)
  const ofAny = keyed(['$some', '$none'], rows)
  const one = many
    ? fc.oneof(
        ofAny,
        keyed(['$every'], rows),
        keyed(['$count'], counts(rows)),
        ...(columns.length === 0 ? [] : [keyed(['$all'], all(columns))]),
      )
    : ofAny
  return fc.oneof(
    { weight: 6, arbitrary: one },
    { weight: 1, arbitrary: fc.tuple(one, one).map(([left, right]) => ({ ...left, ...right })) },
    { weight: 1, arbitrary: keyed(['$not'], one) },
    { weight: 1, arbitrary: keyed(['$and', '$or'], fc.tuple(one, rows)) },
  )
}
