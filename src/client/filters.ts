/** The type of `filters`, by the types of the attributes. */

import type { OperandOf } from '../vocabulary/operators.ts'
import type { CountOperator } from '../vocabulary/quantifiers.ts'
import type { Inherited } from './inherited.ts'
import type { InJson } from './json-filter.ts'
import type { FieldName, LinkName, Model, TargetOf, WithExtension } from './model.ts'
import type { Comparisons, Operand, ValueOf } from './operands.ts'

/** All conditions of an object must match. */
export type Filters<M extends Model> = {
  readonly [K in keyof M['fields']]?: Operand<M['fields'][K]> | InJson<M, M['fields'][K]> | Inherited<K>
} & {
  readonly [K in FilterableLink<M> | MixedLink<M>]?:
    | (M['links'][K] extends { readonly targets: unknown }
        ? ItemsFilter<M['links'][K], M>
        : LinkFilter<TargetOf<M['links'][K]>, ManyOf<M['links'][K]>>)
    | Inherited<K>
} & Groups<M>

interface Groups<in out M extends Model> {
  readonly $and?: readonly Filters<M>[]
  readonly $or?: readonly Filters<M>[]
  readonly $not?: Filters<M>
}

type FilterableLink<M extends Model> = {
  [K in LinkName<M>]: M['links'][K] extends { readonly type: 'relation' | 'component' | 'localizations' } ? K : never
}[LinkName<M>]

/** Comparisons of a relation compare the id. */
type LinkFilter<M extends Model, Many = null> =
  | number
  | null
  | readonly number[]
  | (Filters<M> & Omit<Comparisons<number>, keyof Groups<M>> & (Many extends boolean ? Quantifiers<M, Many> : unknown))

type ManyOf<L> = L extends { readonly many: infer Many } ? Many : true

/** For the extension `quantifiers`; empty if it is disabled on the server. */
type Quantifiers<M extends Model, Many> = [WithExtension<M, 'quantifiers', true>] extends [never]
  ? unknown
  : Many extends true
    ? OfMany<M>
    : OfOne<M>

interface OfOne<in out M extends Model> {
  /** At least one entry matches. */
  readonly $some?: EntryFilter<M>
  /** No entry matches. */
  readonly $none?: EntryFilter<M>
}

interface OfMany<in out M extends Model> extends OfOne<M> {
  /** All entries match, or there are none. */
  readonly $every?: EntryFilter<M>
  /** For each of these values there is an entry that has it: `{ slug: ['red', 'blue'] }`. */
  readonly $all?: number | readonly number[] | EachOf<M>
  /** The number of entries; `$of` limits which of them count. */
  readonly $count?: number | readonly number[] | Counted<M>
}

type EntryFilter<M extends Model> = Exclude<LinkFilter<M>, null>

/** An object with exactly one attribute. */
type EachOf<M extends Model> = {
  [K in AttributeName<M>]: { readonly [Only in K]: EachAt<M, Only> } & {
    readonly [Other in Exclude<AttributeName<M>, K>]?: Inherited<Other>
  }
}[AttributeName<M>]

type AttributeName<M extends Model> = FieldName<M> | FilterableLink<M>

type EachAt<M extends Model, K> =
  K extends FieldName<M>
    ? ValueOf<M['fields'][K]> | readonly ValueOf<M['fields'][K]>[]
    : K extends FilterableLink<M>
      ? EachOf<TargetOf<M['links'][K]>>
      : never

type Counted<M extends Model> = { readonly [O in CountOperator]?: Numbers[OperandOf<O>] } & {
  readonly $of?: EntryFilter<M>
}

interface Numbers {
  readonly value: number
  readonly list: readonly number[]
  readonly pair: readonly [number, number]
  readonly flag: never
}

/** For the extension `zones`: dynamic zones and polymorphic relations. */
type MixedLink<M extends Model> = WithExtension<
  M,
  'zones',
  { [K in LinkName<M>]: M['links'][K] extends { readonly targets: unknown } ? K : never }[LinkName<M>]
>

type ItemsFilter<L, M extends Model> = L extends { readonly type: infer Type; readonly targets: infer T }
  ? ItemFilter<T, Type> & Emptiness & ItemQuantifiers<ItemFilter<T, Type>, L, M>
  : never

/** A filter for the items of a dynamic zone or a polymorphic relation. */
type ItemFilter<T, Type> = {
  /** Filters by component or type; `true` matches every item of it. */
  readonly on?: { readonly [Uid in keyof T]?: true | ItemOf<T[Uid]> }
  readonly $and?: readonly ItemFilter<T, Type>[]
  readonly $or?: readonly ItemFilter<T, Type>[]
  readonly $not?: ItemFilter<T, Type>
} & { readonly [Tag in Type extends 'zone' ? '__component' : '__type']?: UidOperand<keyof T> }

type ItemOf<M> = M extends Model ? Filters<M> : never

type UidOperand<Uid> =
  | Uid
  | readonly Uid[]
  | {
      readonly $eq?: Uid
      readonly $ne?: Uid
      readonly $in?: readonly Uid[]
      readonly $notIn?: readonly Uid[]
    }

interface Emptiness {
  /** Whether there are no items. */
  readonly $null?: boolean
  readonly $notNull?: boolean
}

type ItemQuantifiers<F, L, M extends Model> = [WithExtension<M, 'quantifiers', true>] extends [never]
  ? unknown
  : L extends { readonly many: true }
    ? { readonly $some?: F; readonly $none?: F; readonly $every?: F; readonly $count?: number | ItemCount<F> }
    : { readonly $some?: F; readonly $none?: F }

type ItemCount<F> = { readonly [O in CountOperator]?: Numbers[OperandOf<O>] } & { readonly $of?: F }
