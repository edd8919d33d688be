import fc from 'fast-check'
import type { Tables } from './load.ts'
import type { Kind, Model } from './models.ts'
import { type Json, shownText, type Value } from './values.ts'

/** A column that filters are made for: its kind and the values that occur in it. */
export interface Column {
  readonly name: string
  readonly kind: Kind
  readonly values: readonly Exclude<Value, null>[]
}

export const columnsOf = (tables: Tables, model: Model): readonly Column[] => {
  const rows = [...(tables.get(model.uid)?.values() ?? [])]
  return Object.entries(model.scalars)
    .map(([name, kind]) => ({
      name,
      kind,
      values: [...new Set(rows.map((row) => row.values[name] ?? null))].filter((value) => value !== null),
    }))
    .filter((column) => column.values.length > 0)
}

const DAY = 86_400_000

/** Values just beside a stored one: where `<` and `<=` part. */
const neighbours = (kind: Kind, value: Exclude<Value, null>): readonly Exclude<Value, null>[] => {
  if (kind === 'number') return [Number(value) - 1, Number(value) + 1]
  if (kind === 'big') return [BigInt(value) - 1n, BigInt(value) + 1n]
  if (kind === 'datetime' || kind === 'timestamp') return [Number(value) - 1, Number(value) + 1]
  if (kind === 'boolean') return [!value]
  if (kind === 'date') return [new Date(Date.parse(String(value)) + DAY).toISOString().slice(0, 10)]
  if (kind === 'time') return ['12:00:00.001']
  if (kind === 'json') return ['{"lang":"a"}']
  return [String(value).slice(0, -1), `${value}a`, String(value).toUpperCase(), String(value).toLowerCase()]
}

const spellings = (kind: Kind, value: Exclude<Value, null>): readonly string[] => {
  if (kind === 'boolean') return value === true ? ['true', 't', '1'] : ['false', 'f', '0']
  if (kind === 'datetime') return [shownText(kind, value), String(value)]
  if (kind === 'json') return [String(value)]
  return [shownText(kind, value)]
}

/** An operand that the column's kind can read. */
export const typedOperand = ({ kind, values }: Column): fc.Arbitrary<Json> =>
  fc
    .constantFrom(...values)
    .chain((value) =>
      fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, fc.constantFrom(...neighbours(kind, value))),
    )
    .chain((value) => fc.constantFrom(...spellings(kind, value)))

const slice = (text: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(text.length), fc.integer({ min: 1, max: 6 })).map(([at, length]) => text.slice(at, at + length))

const end = (text: string): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: 8 }).chain((length) => fc.constantFrom(text.slice(0, length), text.slice(-length)))

/** `%`, `_` and `\` mean themselves; a server that hands them to LIKE finds too much. */
const withWildcard = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom('%', '_', '\\').chain((sign) => fc.constantFrom(sign, sign + text.slice(1), text.slice(0, -1) + sign))

const inSomeCase = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(text, text, text.toUpperCase(), text.toLowerCase())

/** Letters beyond ASCII and the signs of LIKE: rare in the data, and where servers go wrong. */
const REMARKABLE = /[\u0080-\uffff]|[%_\\]/g

const remarkablePlaces = (text: string): readonly number[] => [...text.matchAll(REMARKABLE)].map(({ index }) => index)

const aroundRemarkable = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...remarkablePlaces(text)), fc.nat(2), fc.integer({ min: 1, max: 6 }))
    .map(([at, before, after]) => text.slice(Math.max(0, at - before), at + after))

const piece = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: slice(text) },
    { weight: 4, arbitrary: end(text) },
    { weight: 2, arbitrary: fc.constant(text) },
    { weight: 1, arbitrary: end(text).chain(withWildcard) },
  )

/** Operands with such signs in them; none where the column has no such value. */
export const remarkableOperand = ({ kind, values }: Column): readonly fc.Arbitrary<Json>[] => {
  const texts = values.map((value) => shownText(kind, value)).filter((text) => remarkablePlaces(text).length > 0)
  return texts.length === 0
    ? []
    : [
        fc
          .constantFrom(...texts)
          .chain(aroundRemarkable)
          .chain(inSomeCase),
      ]
}

/** An operand for the operators that look at the shown text. */
export const textOperand = (column: Column): fc.Arbitrary<Json> => {
  const texts = column.values.map((value) => shownText(column.kind, value))
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...texts)
        .chain(piece)
        .chain(inSomeCase),
    },
    ...remarkableOperand(column).map((arbitrary) => ({ weight: 2, arbitrary })),
  )
}
