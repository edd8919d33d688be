/** The types of `fields` and `populate`. */

import type { Filters } from './filters.ts'
import type { Inherited } from './inherited.ts'
import type { FieldName, Identifier, LinkName, Model, TargetOf, WithExtension } from './model.ts'
import type { Sort } from './sort.ts'

/** Plain names come last: the compiler compares a misspelt name with the last member, and suggests one of its names. */
export type Fields<M extends Model> =
  | WithExtension<M, 'exclude', ExcludedField<M> | readonly ('*' | ExcludedField<M>)[]>
  | '*'
  | FieldName<M>
  | readonly ('*' | FieldName<M>)[]

/** Fields to leave out. */
type ExcludedField<M extends Model> = `-${Exclude<FieldName<M>, Identifier>}`

export type Populate<M extends Model> =
  | WithExtension<M, 'exclude', readonly ['*', ...`-${LinkName<M>}`[]]>
  | WithExtension<M, 'deep', DeepPopulate<M>>
  | '*'
  | LinkName<M>
  | readonly LinkName<M>[]
  | NamedLinks<M>

type NamedLinks<M extends Model> = {
  readonly [K in keyof M['links']]?: LinkPopulate<M['links'][K], M> | Inherited<K> | undefined
}

/** Everything to some depth. Attributes that are named in addition use their own options. */
type DeepPopulate<M extends Model> =
  | '**'
  | readonly ['**', ...WithExtension<M, 'exclude', `-${LinkName<M> | NameBelow<M['links']>}`>[]]
  | (NamedLinks<M> & { readonly '**': DeepLevels | DeepOptions<M> })

/** `author.mentor`. */
type NameBelow<Links> = {
  [K in keyof Links & string]: Links[K] extends { readonly target: infer T extends Model }
    ? `${K}.${LinkName<T>}`
    : never
}[keyof Links & string]

/** How many relations in a row are followed. */
export type DeepLevels = 1 | 2 | 3 | 4 | 5

interface DeepOptions<in out M extends Model> {
  /** The default is 2. */
  readonly levels?: DeepLevels
  /** The page of each list of related entries. */
  readonly pagination?: WithExtension<M, 'nestedPages', { readonly limit: number }>
}

export type LinkPopulate<L, M extends Model> = L extends { readonly type: 'zone'; readonly targets: infer T }
  ? boolean | ZoneOptions<T> | Paged<L, M, ZoneOptions<T>>
  : L extends { readonly targets: infer T }
    ? boolean | AnyTypeOptions<T> | Paged<L, M, ZoneOptions<T>>
    : L extends { readonly type: 'media' | 'localizations' }
      ? boolean | LinkOptions<TargetOf<L>> | Paged<L, M, LinkOptions<TargetOf<L>>>
      : boolean | CountableOptions<TargetOf<L>> | Paged<L, M, LinkOptions<TargetOf<L>>>

/** A page of a list. `count` cannot be paginated. */
type Paged<L, M extends Model, Options> = L extends { readonly many: true }
  ? WithExtension<
      M,
      'nestedPages',
      Omit<Options, 'pagination'> & { readonly pagination: NestedPagination; readonly count?: never }
    >
  : never

/** By page or by offset. */
export type NestedPagination =
  | {
      readonly page?: number
      readonly pageSize?: number
      /** Returns the list as `data`, with `meta.pagination`. */
      readonly withCount?: boolean
      readonly start?: never
      readonly limit?: never
    }
  | {
      readonly start?: number
      readonly limit?: number
      readonly withCount?: boolean
      readonly page?: never
      readonly pageSize?: never
    }

/** Which related entries are returned, and with which fields. */
export interface LinkOptions<in out M extends Model> extends ArmOptions<M> {
  readonly sort?: Sort<M> | undefined
}

interface CountableOptions<in out M extends Model> extends LinkOptions<M> {
  /** Returns the number of entries instead of the entries. */
  readonly count?: boolean | undefined
}

export interface ArmOptions<in out M extends Model> {
  readonly fields?: Fields<M> | undefined
  readonly filters?: Filters<M> | undefined
  readonly populate?: Populate<M> | undefined
}

export interface ZoneOptions<in out T> {
  readonly on?: Arms<T>
  readonly populate?: '*'
}

interface AnyTypeOptions<in out T> extends ZoneOptions<T> {
  readonly count?: boolean | undefined
}

type Arms<T> = { readonly [Uid in keyof T]?: T[Uid] extends Model ? boolean | ArmOptions<T[Uid]> : never }

/**
 * A type parameter accepts objects with keys that its constraint does not have. This type finds such keys at any depth:
 * a known key becomes `unknown`, which accepts everything, and an unknown key becomes a text with the problem.
 */
export type NoOtherKeys<Written, Allowed> = '*' extends Written
  ? // Everything, or the constraint itself, which has no end.
    unknown
  : KnownKeys<Written, Allowed>

type KnownKeys<Written, Allowed> = Written extends readonly unknown[]
  ? { readonly [I in keyof Written]: KnownKeys<Written[I], ElementOf<Allowed>> }
  : Written extends object
    ? {
        readonly [K in keyof Written]: K extends KeyOf<Allowed>
          ? K extends CountedPage<Written>
            ? 'A count has no pages.'
            : KnownKeys<Written[K], ValueAt<Allowed, K>>
          : `There is no ${K & string} here.`
      }
    : unknown

/** `count` cannot be combined with `pagination`. */
type CountedPage<Written> = Written extends { readonly count: true; readonly pagination: object } ? 'pagination' : never

type Keyed<T> = T extends string | number | bigint | boolean | Date | readonly unknown[] | null | undefined ? never : T
type KeyOf<T> = Keyed<T> extends infer O ? (O extends unknown ? keyof O : never) : never
type ValueAt<T, K> = Keyed<T> extends infer O ? (O extends unknown ? (K extends keyof O ? O[K] : never) : never) : never
type ElementOf<T> = T extends readonly (infer E)[] ? E : never
