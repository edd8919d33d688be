/** A client without an `Api`: every name, every query, and responses of unknown type. */

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
  /** Of a collection or of a single type. */
  watch(query?: Query, options?: CallOptions): AsyncIterableIterator<LooseAnswer>
  watchOne(documentId: string, query?: Query, options?: CallOptions): AsyncIterableIterator<One<LooseEntry>>
  pages(query?: Query, options?: CallOptions): AsyncIterableIterator<List<LooseEntry>>
  entries(query?: Query, options?: CallOptions): AsyncIterableIterator<LooseEntry>
  create(data: Query, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  update(documentId: string, data: Query, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  /** Of a single type. */
  update(data: Query, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  delete(documentId: string, query?: Query, options?: CallOptions): Promise<void>
  /** Of a single type. */
  delete(query?: Query, options?: CallOptions): Promise<void>
  publish: LooseVersionChange
  unpublish: LooseVersionChange
  discard: LooseVersionChange
}

interface LooseVersionChange {
  (documentId: string, query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
  /** Of a single type. */
  (query?: Query, options?: CallOptions): Promise<One<LooseEntry>>
}

/** Of a collection a list, of a single type an entry. */
interface LooseAnswer {
  data: unknown
  meta: { pagination?: Record<string, number> }
}
