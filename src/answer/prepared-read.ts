/** A compiled statement, with everything needed to make and cache its responses. */

import type { Page } from '../parse/parse-pagination.ts'
import type { SearchTerm } from '../parse/parse-search.ts'
import type { HttpResponse } from '../request/http-request.ts'
import type { SharedHeaders } from '../respond/caching.ts'
import type { Statement } from '../sql/statement.ts'

export interface PreparedRead {
  readonly statement: Statement
  /** Null for a single entry. */
  readonly page: Page | null
  /** Digest of the order, for the cursors of a page by cursor; empty for others. */
  readonly order: string
  /** Whether it has facets beside the page. */
  readonly faceted: boolean
  /** What is searched, where the response shows how it matches; null elsewhere. */
  readonly terms: readonly SearchTerm[] | null
  /** Equal for reads whose responses are equal for the same data and the same bound values, in all processes. */
  readonly form: string
  /** Until when its relative dates are valid, in milliseconds since 1970; null without relative dates. */
  readonly until: number | null
  /** The tables, or their published rows, that the response depends on. */
  readonly tables: readonly string[]
  /** Content types among them, for caches that are purged by tag; null where tags are off. */
  readonly tags: string | null
  /** Headers of all its responses that have no ETag. */
  readonly headers: SharedHeaders
  /** Null where nothing is counted. Prepared lazily: not every total is cached. */
  readonly total: (() => PreparedTotal) | null
}

/** A total that many pages share. */
export interface PreparedTotal {
  /** Equal where the same rows are counted. */
  readonly key: string
  readonly tables: readonly string[]
  /** The statement for when the total is known. */
  uncounted(): Statement
}

/** A batch of reads. */
export interface PreparedBatch extends Pick<PreparedRead, 'statement' | 'form' | 'until' | 'tables' | 'tags'> {
  readonly parts: readonly PreparedPart[]
}

export type PreparedPart = { readonly name: string } & (
  | { readonly kind: 'refused'; readonly response: HttpResponse }
  /** `index`: the number that its rows have in the statement. */
  | { readonly kind: 'read'; readonly index: number; readonly shown: ShownAs }
)

/** How rows are shown. */
export type ShownAs = Pick<PreparedRead, 'page' | 'order' | 'faceted' | 'terms'>
