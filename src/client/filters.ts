/** What `filters` takes, by the type of each attribute. */

import type { Family, OperandOf, OperatorOf } from '../vocabulary/operators.ts'
import type { LinkName, Model, TargetOf } from './model.ts'
import type { KindOf } from './values.ts'

/** All conditions of one object must hold. */
export type Filters<M extends Model> = {
  readonly [K in keyof M['fields']]?: Operand<M['fields'][K]>
} & {
  readonly [K in FilterableLink<M>]?: LinkFilter<TargetOf<M['links'][K]>>
} & Groups<M>

interface Groups<in out M extends Model> {
  readonly $and?: readonly Filters<M>[]
  readonly $or?: readonly Filters<M>[]
  readonly $not?: Filters<M>
}

type FilterableLink<M extends Model> = {
  [K in LinkName<M>]: M['links'][K] extends { readonly type: 'relation' | 'component' | 'localizations' } ? K : never
}[LinkName<M>]

/** A comparison of a relation compares its id. */
export type LinkFilter<M extends Model> =
  | number
  | null
  | readonly number[]
  | (Filters<M> & Omit<Comparisons<number>, keyof Groups<M>>)

type Operand<F> = F extends { readonly values: infer V }
  ? OneOrMany<V, Comparisons<V> & TextOperators>
  : F extends { readonly type: infer T }
    ? Operands[KindOf<T>]
    : never

/** A value alone means `$eq`, a list `$in`. */
type OneOrMany<V, Operators> = V | null | readonly (V | null)[] | Operators

type TextOperand = OneOrMany<string, Comparisons<string> & Ordering<string> & TextOperators>
type NumberOperand = OneOrMany<number, Comparisons<number> & Ordering<number>>
type DateOperand = OneOrMany<string | Date, Comparisons<string | Date> & Ordering<string | Date>>
type MomentOperand = OneOrMany<
  string | Date | number,
  Comparisons<string | Date | number> & Ordering<string | Date | number>
>
type BigOperand = OneOrMany<
  string | number | bigint,
  Comparisons<string | number | bigint> & Ordering<string | number | bigint>
>
type BooleanOperand = OneOrMany<boolean, Comparisons<boolean>>
/** A document is compared with its JSON text; JSON has no order. */
type JsonOperand = OneOrMany<string | number | boolean, Comparisons<string | number | boolean> & TextOperators>

interface Operands {
  id: NumberOperand
  integer: NumberOperand
  number: NumberOperand
  bigint: BigOperand
  boolean: BooleanOperand
  date: DateOperand
  time: OneOrMany<string, Comparisons<string> & Ordering<string>>
  moment: MomentOperand
  json: JsonOperand
  text: TextOperand
  /** The values are not known here. */
  choice: TextOperand
}

/** The operators of some families, with what each takes of a value of this type. */
type Operators<F extends Family, V> = { readonly [O in OperatorOf<F>]?: Taken<V>[OperandOf<O>] }

interface Taken<V> {
  readonly value: V
  readonly list: readonly V[]
  readonly flag: boolean
  readonly pair: readonly [V, V]
}

interface Comparisons<V> extends Operators<'emptiness' | 'equality', V | null> {
  readonly $not?: OneOrMany<V, Comparisons<V> & Partial<Ordering<V>> & TextOperators>
}

interface Ordering<V> extends Operators<'order', V> {}

interface TextOperators extends Operators<'text', string> {}
