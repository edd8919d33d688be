/** Options of a request, and the envelope of its response. */

import type { Flat } from './model.ts'
import type { ByPage } from './query.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

export interface One<T> {
  data: T
  // The server sends an empty object.
  meta: Record<never, never>
}

export interface List<T, G = ByPage> {
  data: T[]
  meta: { pagination: PageMeta<G> }
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
    : [Wanted] extends ['capped']
      ? Totals & { totalIs: 'exact' | 'atLeast' }
      : Wanted extends false
        ? unknown
        : Partial<Totals>
  : Totals
