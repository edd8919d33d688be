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
  /** A digest of the sort order, for cursors; empty if the page has no cursor. */
  readonly order: string
  /** Whether the response has facets in addition to the page. */
  readonly faceted: boolean
  /** The search terms, if the response marks matches; null otherwise. */
  readonly terms: readonly SearchTerm[] | null
  /** Reads with the same form, data and bound values have the same response, in every process. */
  readonly form: string
  /** When its relative dates expire, in milliseconds since 1970; null if it has none. */
  readonly until: number | null
  /** The tables that the response depends on, or only their published rows. */
  readonly tables: readonly string[]
  /** The content types among them, for caches that are purged by tag; null if tags are off. */
  readonly tags: string | null
  /** The headers of its responses without an ETag. */
  readonly headers: SharedHeaders
  /** Null if nothing is counted. A function, because not every total is cached. */
  readonly total: (() => PreparedTotal) | null
}

/** A total that the pages of a list share. */
export interface PreparedTotal {
  /** The same for all statements that count the same rows. */
  readonly key: string
  readonly tables: readonly string[]
  /** The statement to use if the total is already known. */
  uncounted(): Statement
}

/** A batch of reads. */
export interface PreparedBatch extends Pick<PreparedRead, 'statement' | 'form' | 'until' | 'tables' | 'tags'> {
  readonly parts: readonly PreparedPart[]
}

export type PreparedPart = { readonly name: string } & (
  | { readonly kind: 'refused'; readonly response: HttpResponse }
  /** `index`: the number of this part in the rows of the statement. */
  | { readonly kind: 'read'; readonly index: number; readonly shown: ShownAs }
)

/** How the rows become a response. */
export type ShownAs = Pick<PreparedRead, 'page' | 'order' | 'faceted' | 'terms'>
