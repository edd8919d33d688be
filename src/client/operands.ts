/** What stands at a field in `filters`, by its type. */

import type { Family, OperandOf, OperatorOf } from '../vocabulary/operators.ts'
import type { KindOf } from './values.ts'

export type Operand<F> = F extends { readonly values: infer V }
  ? OneOrMany<V, Comparisons<V> & TextOperators>
  : F extends { readonly type: infer T }
    ? Operands[KindOf<T>]
    : never

/** What a field is compared with. */
export type ValueOf<F> = Extract<Operand<F>, string | number | bigint | boolean | Date>

/** A value alone means `$eq`, a list `$in`. */
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

export interface Comparisons<V> extends Operators<'emptiness' | 'equality', V | null> {
  readonly $not?: OneOrMany<V, Comparisons<V> & Partial<Ordering<V>> & TextOperators>
}

export interface Ordering<V> extends Operators<'order', V> {}

export interface TextOperators extends Operators<'text', string> {}
