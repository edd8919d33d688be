/** Options of a request, and the envelope of its response. */

import type { KeyName, KeyValue } from './group-key.ts'
import type { Flat, Model, WithExtension } from './model.ts'
import type { ByPage } from './query.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface One<T> {
  data: T
  // The server sends an empty object.
  meta: Record<never, never>
}

export interface List<T, G = ByPage, M extends Model = never> {
  data: T[]
  meta: Flat<{ pagination: PageMeta<G> } & Facets<M, G> & Matches<M>>
}

/** Where a search has `show`, in the order of the entries. */
type Matches<M extends Model> = [WithExtension<M, 'search', true>] extends [never] ? unknown : { matches?: Match[] }

export interface Match {
  id: number
  /** To be compared within one response. */
  score?: number
  /** By field: pieces of its text, every second of which is a hit. */
  highlights?: Record<string, string[]>
}

/** Counts by value, where the request asked for them. */
type Facets<M extends Model, G> = G extends { readonly withCount: infer Wanted extends object }
  ? { facets: { [Key in FacetKey<Wanted> as KeyName<Key>]: Facet<KeyValue<M, Key>> } }
  : unknown

type FacetKey<Wanted> =
  | (Wanted extends { readonly by: readonly (infer Key)[] } ? Key : never)
  | (Wanted extends { readonly byOthers: readonly (infer Key)[] } ? Key : never)

export interface Facet<Value> {
  /** Those with most entries first. */
  values: { value: NonNullable<Value>; count: number }[]
  /** Whether there are more values than these. */
  more: boolean
}

/** In the terms of the request; without a count, no totals. */
export type PageMeta<G> = G extends { readonly start: object }
  ? Flat<Neighbours & (G extends { readonly withCount: unknown } ? Counted<G, { total: number }> : unknown)>
  : G extends { readonly start: number } | { readonly limit: number }
    ? Flat<{ start: number; limit: number } & Counted<G, { total: number }>>
    : Flat<{ page: number; pageSize: number } & Counted<G, { pageCount: number; total: number }>>

interface Neighbours {
  limit: number
  /** Cursors of the pages around this one; null where there is none. */
  next: string | null
  previous: string | null
}

type Counted<G, Totals> = G extends { readonly withCount: infer Wanted }
  ? [Wanted] extends [true]
    ? Totals
    : [Wanted] extends [object]
      ? Counted<Wanted extends { readonly total: infer Total } ? { readonly withCount: Total } : unknown, Totals>
      : [Wanted] extends ['capped']
        ? Totals & { totalIs: 'exact' | 'atLeast' }
        : Wanted extends false
          ? unknown
          : Partial<Totals>
  : Totals
