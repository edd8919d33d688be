/** The parameters of a request. What shapes the answer is a type parameter, so that the answer's type follows it. */

import type { Filters } from './filters.ts'
import type { Model, Status } from './model.ts'
import type { Fields, NoOtherKeys, Populate } from './populate.ts'
import type { Sort } from './sort.ts'

/**
 * Constraints of the type parameters that shape a response. `undefined` stands for a parameter that was left out.
 * They are the defaults as well: editors complete from the default, and a narrow one would leave nothing to complete.
 */
export type FieldsParam<M extends Model> = Fields<M> | undefined
export type PopulateParam<M extends Model> = Populate<M> | undefined
export type StatusParam = Status | undefined

/** The value of such a type parameter, or what the server assumes without it. */
export type Given<T, Assumed> = undefined extends T ? Assumed : NonNullable<T>

/** What shapes one entry. */
export interface EntryQuery<
  M extends Model,
  F extends FieldsParam<M>,
  P extends PopulateParam<M>,
  S extends StatusParam,
> {
  readonly fields?: NonNullable<F>
  readonly populate?: NonNullable<P> & NoOtherKeys<P, Populate<M>>
  /** Without it, what is published. */
  readonly status?: NonNullable<S>
  /** Without it, the project's default. */
  readonly locale?: string
}

export interface OneQuery<M extends Model, F extends FieldsParam<M>, P extends PopulateParam<M>, S extends StatusParam>
  extends EntryQuery<M, F, P, S> {
  readonly filters?: Filters<M>
}

export interface ListQuery<
  M extends Model,
  F extends FieldsParam<M>,
  P extends PopulateParam<M>,
  S extends StatusParam,
  G extends Pagination,
> extends Omit<OneQuery<M, F, P, S>, 'locale'> {
  readonly sort?: Sort<M>
  readonly pagination?: G & NoOtherKeys<G, Pagination>
  /** `*` for every locale, each an entry of its own. */
  readonly locale?: string | readonly string[]
  /** A text to look for in every text of an entry. */
  readonly _q?: string
  readonly publicationFilter?: PublicationFilter
}

export type PublicationFilter =
  | 'never-published'
  | 'has-published-version'
  | 'modified'
  | 'unmodified'
  | 'never-published-document'
  | 'has-published-version-document'
  | 'published-without-draft'
  | 'published-with-draft'

/** By page or by offset, not both. */
export type Pagination = ByPage | ByOffset

export interface ByPage {
  readonly page?: number
  readonly pageSize?: number
  /** Without a count, the answer does not say how many there are, and comes sooner. */
  readonly withCount?: boolean
  readonly start?: never
  readonly limit?: never
}

export interface ByOffset {
  readonly start?: number
  readonly limit?: number
  readonly withCount?: boolean
  readonly page?: never
  readonly pageSize?: never
}
