/**
 * The parameters of a request. Those that affect the response are type parameters, so that its type follows from them.
 */

import type { Filters } from './filters.ts'
import type { GroupKey } from './group-key.ts'
import type { FieldName, Model, Status, WithExtension } from './model.ts'
import type { LeftOut, Options } from './options.ts'
import type { Fields, NoOtherKeys, Populate } from './populate.ts'
import type { Sort } from './sort.ts'

/** Constraints of the type parameters. They are also the defaults, because editors complete from the default. */
export type FieldsParam<M extends Model> = Fields<M> | undefined | LeftOut
export type PopulateParam<M extends Model> = Populate<M> | undefined | LeftOut
export type StatusParam = Status | undefined | LeftOut
export type PaginationParam<M extends Model> = Pagination<M> | undefined | LeftOut
/** For `pages` and `entries`, which fetch page after page. */
export type PagesParam<M extends Model> = ByPage<M> | ByNextCursor<M> | undefined | LeftOut

/** Parameters that affect a single entry. */
export interface EntryQuery<
  M extends Model,
  F extends FieldsParam<M>,
  P extends PopulateParam<M>,
  S extends StatusParam,
> extends Options<EntryOptions, { fields: F; populate: P & NoOtherKeys<P, Populate<M>>; status: S }> {
  /** The default is the project's default locale. */
  readonly locale?: LocaleName<M> | undefined
}

/** The types of these options are type parameters. */
interface EntryOptions {
  /** The attributes to return. The default is all of them. `id` and `documentId` are always included. */
  readonly fields?: unknown
  /** The related entries, components and files to return: `*`, names, or an object. The default is none. */
  readonly populate?: unknown
  /** `draft` or `published`, which is the default. */
  readonly status?: unknown
}

interface ListOptions {
  /** By page (`page`, `pageSize`), by offset (`start`, `limit`), or by cursor (`start: { after }`, `limit`). */
  readonly pagination?: unknown
}

/** Editors complete the locales that `lectern types` found. Others are allowed, since they may be added later. */
type LocaleName<M extends Model> =
  | (M extends { readonly locales: infer L extends string } ? L : never)
  | (string & Record<never, never>)

export interface DeleteQuery<in out M extends Model> {
  /** `*` for all locales. The default is the project's default locale. */
  readonly locale?: '*' | LocaleName<M> | undefined
}

/** Extension `localeFallback`: of each document, the first of these locales that exists. */
type LocaleFallback<M extends Model> = WithExtension<
  M,
  'localeFallback',
  { readonly $first: readonly [LocaleName<M>, ...LocaleName<M>[]] }
>

export interface OneQuery<M extends Model, F extends FieldsParam<M>, P extends PopulateParam<M>, S extends StatusParam>
  extends Omit<EntryQuery<M, F, P, S>, 'locale'> {
  /** The default is the project's default locale. */
  readonly locale?: LocaleName<M> | LocaleFallback<M> | undefined
  /** Conditions on the entry: `{ title: { $contains: 'salt' }, author: { name: 'Ada' } }`. */
  readonly filters?: Filters<M> | undefined
}

export interface ListQuery<
  M extends Model,
  F extends FieldsParam<M>,
  P extends PopulateParam<M>,
  S extends StatusParam,
  G extends PaginationParam<M>,
> extends Omit<OneQuery<M, F, P, S>, 'locale'>,
    Options<ListOptions, { pagination: G & NoOtherKeys<G, Pagination<M>> }> {
  /** `title`, `title:desc`, `author.name`, or objects; lists of several. */
  readonly sort?: Sort<M> | undefined
  /** `*` for all locales, each as an entry of its own. */
  readonly locale?: '*' | LocaleName<M> | readonly LocaleName<M>[] | LocaleFallback<M> | undefined
  /** A text to search in all texts of an entry. With the extension `search`, words: `{ text: 'old lantern' }`. */
  readonly _q?: string | WithExtension<M, 'search', WordSearch<M>> | undefined
  /** Selects documents by the state of their versions. */
  readonly publicationFilter?: PublicationFilter | undefined
}

/** Extension `search`. */
export interface WordSearch<in out M extends Model> {
  /** Words that an entry must contain, `"phrases"`, and `-words` that it must not. */
  readonly text: string
  /** The fields to search. The default is all that are set up for search. */
  readonly in?: readonly FieldName<M>[]
  /** Whether the last word also matches the beginning of a word. */
  readonly prefix?: boolean
  /** What `meta.matches` contains for each entry. By default there is no `meta.matches`. */
  readonly show?: readonly ('score' | 'highlights')[]
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

/** By page, by offset or by cursor. */
export type Pagination<M extends Model = Model> = ByPage<M> | ByOffset<M> | ByCursor<M>

/**
 * `capped` stops counting early, and the response says whether the total is exact. An object also counts entries by
 * value.
 */
type Counting<M extends Model> = Totals<M> | WithExtension<M, 'aggregates', FacetCounts<M>>

type Totals<M extends Model> = boolean | WithExtension<M, 'cursors', 'capped'>

export interface FacetCounts<in out M extends Model> {
  /** Keys whose values are counted: `format`, `author.name`, `publishDay:month`. */
  readonly by?: readonly GroupKey<M>[]
  /** The same, but each without its own filter. */
  readonly byOthers?: readonly GroupKey<M>[]
  /** Whether all entries are counted as well. The default is `true`. */
  readonly total?: Totals<M>
}

export interface ByPage<in out M extends Model = Model> {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  /** With `false`, the response has no total, and is faster. */
  readonly withCount?: Counting<M>
  readonly start?: never
  readonly limit?: never
}

export interface ByOffset<in out M extends Model = Model> {
  readonly start?: number
  readonly limit?: number
  readonly withCount?: Counting<M>
  readonly page?: never
  readonly pageSize?: never
}

export interface ByCursor<in out M extends Model = Model> {
  readonly start: WithExtension<M, 'cursors', After | Before>
  readonly limit?: number
  /** By default nothing is counted. */
  readonly withCount?: Counting<M>
  readonly page?: never
  readonly pageSize?: never
}

/** Starts with the first page. */
export interface ByNextCursor<in out M extends Model = Model> extends Omit<ByCursor<M>, 'start'> {
  readonly start: WithExtension<M, 'cursors', After>
}

interface After {
  /** `meta.pagination.next` of a response; an empty string for the first page. */
  readonly after: string
  readonly before?: never
}

interface Before {
  /** `meta.pagination.previous` of a response; an empty string for the last page. */
  readonly before: string
  readonly after?: never
}
