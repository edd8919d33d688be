/** What `filters` takes, by the type of each attribute. */

import type { OperandOf } from '../vocabulary/operators.ts'
import type { CountOperator } from '../vocabulary/quantifiers.ts'
import type { InJson } from './json-filter.ts'
import type { FieldName, LinkName, Model, TargetOf, WithExtension } from './model.ts'
import type { Comparisons, Operand, ValueOf } from './operands.ts'

/** All conditions of one object must hold. */
export type Filters<M extends Model> = {
  readonly [K in keyof M['fields']]?: Operand<M['fields'][K]> | InJson<M, M['fields'][K]>
} & {
  readonly [K in FilterableLink<M> | MixedLink<M>]?: M['links'][K] extends { readonly targets: unknown }
    ? ItemsFilter<M['links'][K], M>
    : LinkFilter<TargetOf<M['links'][K]>, ManyOf<M['links'][K]>>
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
type LinkFilter<M extends Model, Many = null> =
  | number
  | null
  | readonly number[]
  | (Filters<M> & Omit<Comparisons<number>, keyof Groups<M>> & (Many extends boolean ? Quantifiers<M, Many> : unknown))

type ManyOf<L> = L extends { readonly many: infer Many } ? Many : true

/** The extension `quantifiers`; nothing where the server has it off. */
type Quantifiers<M extends Model, Many> = [WithExtension<M, 'quantifiers', true>] extends [never]
  ? unknown
  : Many extends true
    ? OfMany<M>
    : OfOne<M>

interface OfOne<in out M extends Model> {
  /** At least one entry satisfies it. */
  readonly $some?: EntryFilter<M>
  /** No entry satisfies it. */
  readonly $none?: EntryFilter<M>
}

interface OfMany<in out M extends Model> extends OfOne<M> {
  /** Every entry satisfies it; also true where there are none. */
  readonly $every?: EntryFilter<M>
  /** Each of these values is that of some entry: `{ slug: ['red', 'blue'] }`. */
  readonly $all?: number | readonly number[] | EachOf<M>
  /** How many there are; `$of` says which of them count. */
  readonly $count?: number | readonly number[] | Counted<M>
}

type EntryFilter<M extends Model> = Exclude<LinkFilter<M>, null>

/** One attribute, no others. */
type EachOf<M extends Model> = {
  [K in AttributeName<M>]: { readonly [Only in K]: EachAt<M, Only> } & {
    readonly [Other in Exclude<AttributeName<M>, K>]?: never
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

/** The extension `zones`: dynamic zones, and relations to any type. */
type MixedLink<M extends Model> = WithExtension<
  M,
  'zones',
  { [K in LinkName<M>]: M['links'][K] extends { readonly targets: unknown } ? K : never }[LinkName<M>]
>

type ItemsFilter<L, M extends Model> = L extends { readonly type: infer Type; readonly targets: infer T }
  ? ItemFilter<T, Type> & Emptiness & ItemQuantifiers<ItemFilter<T, Type>, L, M>
  : never

/** A filter on an item, by its own component or type. */
type ItemFilter<T, Type> = {
  /** True of an item if the filter of its own component or type is; `true` matches every such item. */
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
  /** There are no items. */
  readonly $null?: boolean
  readonly $notNull?: boolean
}

type ItemQuantifiers<F, L, M extends Model> = [WithExtension<M, 'quantifiers', true>] extends [never]
  ? unknown
  : L extends { readonly many: true }
    ? { readonly $some?: F; readonly $none?: F; readonly $every?: F; readonly $count?: number | ItemCount<F> }
    : { readonly $some?: F; readonly $none?: F }

type ItemCount<F> = { readonly [O in CountOperator]?: Numbers[OperandOf<O>] } & { readonly $of?: F }
