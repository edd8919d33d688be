/**
 * The parameters of a request. What shapes the response is a type parameter, so that the type of the response follows
 * it.
 */

import type { Filters } from './filters.ts'
import type { GroupKey } from './group-key.ts'
import type { FieldName, Model, Status, WithExtension } from './model.ts'
import type { LeftOut, Options } from './options.ts'
import type { Fields, NoOtherKeys, Populate } from './populate.ts'
import type { Sort } from './sort.ts'

/**
 * Constraints of the type parameters that shape a response. They are the defaults as well: editors complete from the
 * default, and a narrow one would leave nothing to complete.
 */
export type FieldsParam<M extends Model> = Fields<M> | undefined | LeftOut
export type PopulateParam<M extends Model> = Populate<M> | undefined | LeftOut
export type StatusParam = Status | undefined | LeftOut
export type PaginationParam<M extends Model> = Pagination<M> | undefined | LeftOut
/** For `pages` and `entries`, which follow one page after another. */
export type PagesParam<M extends Model> = ByPage<M> | ByNextCursor<M> | undefined | LeftOut

/** What shapes one entry. */
export interface EntryQuery<
  M extends Model,
  F extends FieldsParam<M>,
  P extends PopulateParam<M>,
  S extends StatusParam,
> extends Options<EntryOptions, { fields: F; populate: P & NoOtherKeys<P, Populate<M>>; status: S }> {
  /** Without it, the project's default. */
  readonly locale?: LocaleName<M> | undefined
}

/** The types of these options are parameters. */
interface EntryOptions {
  /** Which attributes an entry shows. Without it, all of them. `id` and `documentId` are always there. */
  readonly fields?: unknown
  /** Which related entries, components and files an entry shows: `*`, names, or an object. Without it, none. */
  readonly populate?: unknown
  /** `draft` or `published`. Without it, what is published. */
  readonly status?: unknown
}

interface ListOptions {
  /** By page (`page`, `pageSize`), by offset (`start`, `limit`), or by cursor (`start: { after }`, `limit`). */
  readonly pagination?: unknown
}

/** Editors complete the locales that were known to `lectern types`; others can be added later. */
type LocaleName<M extends Model> =
  | (M extends { readonly locales: infer L extends string } ? L : never)
  | (string & Record<never, never>)

export interface DeleteQuery<in out M extends Model> {
  /** `*` for every locale. Without it, the project's default. */
  readonly locale?: '*' | LocaleName<M> | undefined
}

/** Extension `localeFallback`: of each document, the first of these locales that it has. */
type LocaleFallback<M extends Model> = WithExtension<
  M,
  'localeFallback',
  { readonly $first: readonly [LocaleName<M>, ...LocaleName<M>[]] }
>

export interface OneQuery<M extends Model, F extends FieldsParam<M>, P extends PopulateParam<M>, S extends StatusParam>
  extends Omit<EntryQuery<M, F, P, S>, 'locale'> {
  /** Without it, the project's default. */
  readonly locale?: LocaleName<M> | LocaleFallback<M> | undefined
  /** Conditions that an entry meets: `{ title: { $contains: 'salt' }, author: { name: 'Ada' } }`. */
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
  /** `title`, `title:desc`, `author.name`, or objects; several in a list. */
  readonly sort?: Sort<M> | undefined
  /** `*` for every locale, each an entry of its own. */
  readonly locale?: '*' | LocaleName<M> | readonly LocaleName<M>[] | LocaleFallback<M> | undefined
  /** A text to look for in every text of an entry; with the extension `search`, words: `{ text: 'old lantern' }`. */
  readonly _q?: string | WithExtension<M, 'search', WordSearch<M>> | undefined
  /** Which documents, by the state of their versions. */
  readonly publicationFilter?: PublicationFilter | undefined
}

/** Extension `search`. */
export interface WordSearch<in out M extends Model> {
  /** Words that must all be there, `"phrases"`, and `-words` that must not. */
  readonly text: string
  /** The fields to look into. Without it, all that are set up for search. */
  readonly in?: readonly FieldName<M>[]
  /** Whether the last word may be the beginning of one. */
  readonly prefix?: boolean
  /** What `meta.matches` says of each entry. Without it, there is none. */
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

/** By page, by offset or by cursor, one of them. */
export type Pagination<M extends Model = Model> = ByPage<M> | ByOffset<M> | ByCursor<M>

/** `capped` stops counting soon; the response says whether the total is exact. An object counts by value, too. */
type Counting<M extends Model> = Totals<M> | WithExtension<M, 'aggregates', FacetCounts<M>>

type Totals<M extends Model> = boolean | WithExtension<M, 'cursors', 'capped'>

export interface FacetCounts<in out M extends Model> {
  /** Names whose values are counted: `format`, `author.name`, `publishDay:month`. */
  readonly by?: readonly GroupKey<M>[]
  /** The same, each without the filter on that name. */
  readonly byOthers?: readonly GroupKey<M>[]
  /** Whether all entries are counted as well. Without it, they are. */
  readonly total?: Totals<M>
}

export interface ByPage<in out M extends Model = Model> {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  /** Without a count, the response has no total, and comes sooner. */
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
  /** Without it, nothing is counted. */
  readonly withCount?: Counting<M>
  readonly page?: never
  readonly pageSize?: never
}

/** From the first page on. */
export interface ByNextCursor<in out M extends Model = Model> extends Omit<ByCursor<M>, 'start'> {
  readonly start: WithExtension<M, 'cursors', After>
}

interface After {
  /** `meta.pagination.next` of a response; an empty text for the first page. */
  readonly after: string
  readonly before?: never
}

interface Before {
  /** `meta.pagination.previous` of a response; an empty text for the last page. */
  readonly before: string
  readonly after?: never
}
