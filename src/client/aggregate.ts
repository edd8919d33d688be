/** The parameters of `aggregate` and the type of its groups, which follows from the request. */

import type { MEASURES, Measure } from '../vocabulary/measures.ts'
import type { CallOptions, List } from './answers.ts'
import type { Filters } from './filters.ts'
import type { FieldAt, GroupKey, KeyName, KeyValue, Path } from './group-key.ts'
import type { Flat, Model } from './model.ts'
import type { CertainIn, GivenIn, NoOptions, PossibleIn } from './options.ts'
import type { ByOffset, ByPage, ListQuery } from './query.ts'
import type { PlainValue } from './values.ts'

type Measured<M extends Model, Name extends Measure> = Path<M, (typeof MEASURES)[Name][number], false>

type Measures<M extends Model> = { readonly [Name in Measure]?: readonly Measured<M, Name>[] }

/** The values of a group, whose names `having` and `sort` can use. */
export interface Grouping<M extends Model> extends Measures<M> {
  /** Up to three keys to group by. Without it, all entries are one group. */
  readonly by?: readonly GroupKey<M>[]
  /** Whether groups have a number of entries. The default is `true`. */
  readonly count?: boolean
}

type RowParameters = 'filters' | 'locale' | 'status' | '_q' | 'publicationFilter'

/** `Q`: the query as written, whose names `having` and `sort` can use. */
export type AggregateQuery<M extends Model, Q extends Grouping<M>> = Q &
  Pick<ListQuery<M, undefined, undefined, 'draft' | 'published', ByPage<M>>, Exclude<RowParameters, 'filters'>> & {
    readonly filters?: Filters<M>
    readonly having?: Having<Q>
    readonly sort?: GroupSort<Q> | readonly GroupSort<Q>[]
    readonly pagination?: ByPage | ByOffset
  } & { readonly [K in Exclude<keyof Q, keyof Grouping<M> | RowParameters | 'having' | 'sort' | 'pagination'>]: never }

type NamesIn<T> = T extends readonly (infer Name extends string)[] ? Name : never

type GroupSort<Q> = Ordered<KeyName<NamesIn<Q extends { readonly by: infer B } ? B : never>> | 'count' | MeasureName<Q>>

type MeasureName<Q> = {
  [Name in Measure]: Q extends { readonly [N in Name]: infer T } ? `${Name}.${NamesIn<T>}` : never
}[Measure]

type Ordered<Name extends string> = Name | `${Name}:${'asc' | 'desc'}`

type Having<Q> = {
  readonly count?: Comparison
  readonly $and?: readonly Having<Q>[]
  readonly $or?: readonly Having<Q>[]
  readonly $not?: Having<Q>
} & {
  readonly [Name in Measure]?: Q extends { readonly [N in Name]: infer T }
    ? { readonly [Path in NamesIn<T>]?: Comparison }
    : never
}

type Compared = string | number | bigint | Date

type Comparison =
  | Compared
  | ({
      readonly [O in '$eq' | '$ne' | '$lt' | '$lte' | '$gt' | '$gte']?: Compared
    } & {
      readonly $in?: readonly Compared[]
      readonly $notIn?: readonly Compared[]
      readonly $between?: readonly [Compared, Compared]
      readonly $null?: boolean
      readonly $notNull?: boolean
    })

type MeasureValue<M extends Model, Name extends Measure, Path> = Name extends 'countDistinct'
  ? number
  : Name extends 'avg'
    ? number | null
    : Name extends 'sum'
      ? (FieldAt<M, Path> extends { readonly type: 'biginteger' } ? string : number) | null
      : PlainValue<FieldAt<M, Path>> | null

/** A group with the values that the request asks for. */
export type Group<M extends Model, Q> = Flat<
  (Q extends { readonly by: infer Keys extends readonly unknown[] } ? { by: KeysOf<M, Keys> } : unknown) &
    CountOf<GivenIn<Q, 'count', true>> & {
      [Name in Measure as Q extends { readonly [N in Name]: readonly string[] } ? Name : never]: Q extends {
        readonly [N in Name]: infer Paths extends readonly string[]
      }
        ? MeasuresOf<M, Name, Paths>
        : never
    }
>

type KeysOf<M extends Model, Keys> = Flat<
  { [K in CertainIn<Keys> as KeyName<K>]: KeyValue<M, K> | null } & {
    [K in Exclude<PossibleIn<Keys>, CertainIn<Keys>> as KeyName<K>]?: KeyValue<M, K> | null
  }
>

type CountOf<C> = [C] extends [true] ? { count: number } : [C] extends [false] ? unknown : { count?: number }

type MeasuresOf<M extends Model, Name extends Measure, Paths> = Flat<
  { [P in CertainIn<Paths> & string]: MeasureValue<M, Name, P> } & {
    [P in Exclude<PossibleIn<Paths>, CertainIn<Paths>> & string]?: MeasureValue<M, Name, P>
  }
>

/**
 * Groups of entries with numbers, averages and other values of each group.
 * @example
 * const { data } = await client.articles.aggregate({ by: ['format'], avg: ['rating'], sort: 'avg.rating:desc' })
 */
export type Aggregate<M extends Model> = <const Q extends Grouping<M> = Grouping<M>>(
  query?: AggregateQuery<M, Q>,
  options?: CallOptions,
) => Promise<List<Group<M, Q>, GivenIn<Q, 'pagination', NoOptions>>>
