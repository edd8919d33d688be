/** Options of a request, and the envelope of its response. */

import type { Flat } from './model.ts'
import type { ByPage, Pagination } from './query.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

export interface One<T> {
  data: T
  // The server sends an empty object.
  meta: Record<never, never>
}

export interface List<T, G extends Pagination = ByPage> {
  data: T[]
  meta: { pagination: PageMeta<G> }
}

/** In the terms of the request; without a count, no totals. */
export type PageMeta<G extends Pagination> = G extends { readonly start: number } | { readonly limit: number }
  ? Flat<{ start: number; limit: number } & Counted<G, { total: number }>>
  : Flat<{ page: number; pageSize: number } & Counted<G, { pageCount: number; total: number }>>

type Counted<G, Totals> = G extends { readonly withCount: infer Wanted }
  ? [Wanted] extends [true]
    ? Totals
    : Wanted extends false
      ? unknown
      : Partial<Totals>
  : Totals
