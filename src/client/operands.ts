/** What a filter on a field accepts, by the type of the field. */

import type { Family, OperandOf, OperatorOf } from '../vocabulary/operators.ts'
import type { KindOf } from './values.ts'

export type Operand<F> = F extends { readonly values: infer V }
  ? OneOrMany<V, Comparisons<V> & TextOperators>
  : F extends { readonly type: infer T }
    ? Operands[KindOf<T>]
    : never

/** The values that a field can be compared with. */
export type ValueOf<F> = Extract<Operand<F>, string | number | bigint | boolean | Date>

/** A single value means `$eq`, a list `$in`. */
export type OneOrMany<V, Operators> = V | null | readonly (V | null)[] | Operators

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
/** A JSON document is compared by its JSON text, and has no order. */
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
  /** The values of the enumeration are not known here. */
  choice: TextOperand
}

/** The operators of some families, with the operands they take for values of type `V`. */
type Operators<F extends Family, V> = { readonly [O in OperatorOf<F>]?: Taken<V>[OperandOf<O>] }

interface Taken<V> {
  readonly value: V
  readonly list: readonly V[]
  readonly flag: boolean
  readonly pair: readonly [V, V]
}

export interface Comparisons<V> extends Operators<'emptiness' | 'equality', V | null> {
  readonly $not?: OneOrMany<V, Comparisons<V> & Partial<Ordering<V>> & TextOperators>
}

export interface Ordering<V> extends Operators<'order', V> {}

export interface TextOperators extends Operators<'text', string> {}
