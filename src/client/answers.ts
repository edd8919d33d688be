/** The options of a request, and the envelope of its response. */

import type { KeyName, KeyValue } from './group-key.ts'
import type { GivenHeaders } from './join-headers.ts'
import type { Flat, Model, WithExtension } from './model.ts'
import type { CertainIn, Given, GivenIn, LeftOut, NoOptions, PossibleIn } from './options.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: GivenHeaders | undefined
}

export interface One<T> {
  data: T
  // The server sends an empty object.
  meta: Record<never, never>
}

export interface List<T, G = LeftOut, M extends Model = never> {
  data: T[]
  meta: ListMeta<Given<G, NoOptions>, M>
}

type ListMeta<G, M extends Model> = Flat<{ pagination: PageMeta<G> } & Facets<M, G> & Matches<M>>

/** For searches with `show`, in the order of the entries. */
type Matches<M extends Model> = [WithExtension<M, 'search', true>] extends [never] ? unknown : { matches?: Match[] }

export interface Match {
  id: number
  /** Comparable only within one response. */
  score?: number
  /** By field: pieces of its text. Every second piece is a match. */
  highlights?: Record<string, string[]>
}

/** The numbers of entries per value, if the request asks for them. */
type Facets<M extends Model, G> =
  GivenIn<G, 'withCount', true> extends infer Wanted
    ? [Extract<Wanted, object>] extends [never]
      ? unknown
      : [Wanted] extends [object]
        ? { facets: FacetsOf<M, Wanted> }
        : { facets?: FacetsOf<M, Extract<Wanted, object>> }
    : never

type FacetsOf<M extends Model, Wanted> = Flat<
  { [Key in FacetKey<Wanted> as KeyName<Key>]: Facet<KeyValue<M, Key>> } & {
    [Key in Exclude<PossibleFacetKey<Wanted>, FacetKey<Wanted>> as KeyName<Key>]?: Facet<KeyValue<M, Key>>
  }
>

type FacetKey<Wanted> =
  | CertainIn<GivenIn<Wanted, 'by', readonly []>>
  | CertainIn<GivenIn<Wanted, 'byOthers', readonly []>>
type PossibleFacetKey<Wanted> = PossibleIn<GivenIn<Wanted, 'by' | 'byOthers', readonly []>>

export interface Facet<Value> {
  /** The values with most entries come first. */
  values: { value: NonNullable<Value>; count: number }[]
  /** Whether there are further values. */
  more: boolean
}

/** The pagination in the terms of the request. Without a count, it has no totals. */
export type PageMeta<G> = G extends { readonly start: object }
  ? Flat<Neighbours & Counted<G, { total: number }, false>>
  : G extends { readonly start: number } | { readonly limit: number }
    ? OffsetMeta<G>
    : [Extract<GivenIn<G, 'start', never> | GivenIn<G, 'limit', never>, number>] extends [never]
      ? NumberedMeta<G>
      : OffsetMeta<G> | NumberedMeta<G>

type OffsetMeta<G> = Flat<{ start: number; limit: number } & Counted<G, { total: number }, true>>
type NumberedMeta<G> = Flat<{ page: number; pageSize: number } & Counted<G, { pageCount: number; total: number }, true>>

interface Neighbours {
  limit: number
  /** Cursors of the pages before and after; null if there is none. */
  next: string | null
  previous: string | null
}

/** `Assumed`: whether the server counts by default. */
type Counted<G, Totals, Assumed> = CountedAs<TotalIn<GivenIn<G, 'withCount', Assumed>>, Totals>

type TotalIn<Wanted> = Wanted extends object ? GivenIn<Wanted, 'total', true> : Wanted

type CountedAs<Total, Totals> = [Total] extends [true]
  ? Totals
  : [Total] extends [false]
    ? unknown
    : [Total] extends ['capped']
      ? Totals & Precision
      : Partial<Totals> & ('capped' extends Total ? Partial<Precision> : unknown)

interface Precision {
  totalIs: 'exact' | 'atLeast'
}
