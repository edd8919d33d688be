/** The types of a client without an `Api`: any name, any query, and responses of unknown type. */

import type { CallOptions, List, One } from './answers.ts'

export interface LooseApi {
  readonly [name: string]: unknown
}

type Query = Readonly<Record<string, unknown>>
type LooseEntry = Record<string, unknown>

export interface LooseResource {
  find(query?: Query, options?: CallOptions): Promise<LooseAnswer>
  findOne(documentId: string, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  aggregate(query?: Query, options?: CallOptions): Promise<List<LooseEntry>>
  export(query?: Query, options?: CallOptions): AsyncIterableIterator<LooseEntry>
  /** For collections and single types. */
  watch(query?: Query, options?: CallOptions): AsyncIterableIterator<LooseAnswer>
  watchOne(documentId: string, query?: Query, options?: CallOptions): AsyncIterableIterator<One<LooseEntry>>
  pages(query?: Query, options?: CallOptions): AsyncIterableIterator<List<LooseEntry>>
  entries(query?: Query, options?: CallOptions): AsyncIterableIterator<LooseEntry>
  create(data: Query, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  update(documentId: string, data: Query, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  /** For single types. */
  update(data: Query, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  delete(documentId: string, query?: Query, options?: CallOptions): Promise<void>
  /** For single types. */
  delete(query?: Query, options?: CallOptions): Promise<void>
  publish: LooseVersionChange
  unpublish: LooseVersionChange
  discard: LooseVersionChange
}

interface LooseVersionChange {
  (documentId: string, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  /** For single types. */
  (query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
}

/** A list for collections, and an entry for single types. */
interface LooseAnswer {
  data: unknown
  meta: { pagination?: Record<string, number> }
}
