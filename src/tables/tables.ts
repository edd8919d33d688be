/** The physical model: where each thing of the schema is stored. The only source of identifiers for SQL. */

import type { SearchIndex } from './search-index.ts'
import type { WordTest } from './table-definition.ts'

export interface Constant {
  readonly column: string
  readonly equals: string
}

/** A link table: of relations, components, or relations to any type. All have an `id`. */
export interface Via {
  readonly table: string
  /** Its column that points at the row one comes from. */
  readonly near: string
  /** Its column that points at the related row. */
  readonly far: string
  readonly where: readonly Constant[]
  /** Rows that do not count: those written from a private attribute. */
  readonly except?: readonly Constant[]
  /** The column that holds the order editors chose, where there is one. */
  readonly order: string | null
  /** Whether each near row should have one link at most: a relation to one, from the side that stores it. */
  readonly ofOne?: boolean
}

/**
 * The way from a row to its related rows:
 * `own.[from] = via.[near] and via.[far] = target.[to]`, or `own.[from] = target.[to]` without a link table.
 */
export interface Hop {
  readonly from: string
  readonly fromWhere: readonly Constant[]
  readonly via: Via | null
  readonly to: string
  readonly toWhere: readonly Constant[]
  /** True where the row itself must not count among its related rows (localizations). */
  readonly notSelf: boolean
}

/** An index that the database has. */
export interface TableIndex {
  readonly table: string
  readonly columns: readonly string[]
  /** The rows that the index contains. */
  readonly rows: 'all' | 'published' | 'drafts' | 'some'
  /** How it finds words inside texts; null for an index of whole values in their order. */
  readonly words: WordTest | null
}

export interface ModelTable {
  readonly table: string
  /** The known indexes. They affect the SQL, never the result. */
  readonly indexes: readonly TableIndex[]
  /** The full-text index, where the database has it. */
  readonly search: SearchIndex | null
  /** Column of each scalar attribute, by attribute name. */
  readonly columns: ReadonlyMap<string, string>
  /** The hop of each attribute with one target model, by attribute name. */
  readonly hops: ReadonlyMap<string, Hop>
  /** The hops of each polymorphic attribute, by attribute name and UID of the target model. */
  readonly arms: ReadonlyMap<string, ReadonlyMap<string, Hop>>
}

/** By UID of the content type or component. */
export type Tables = ReadonlyMap<string, ModelTable>

export function withIndexes(tables: Tables, found: readonly TableIndex[]): Tables {
  const of = (model: ModelTable) => found.filter(({ table }) => table === model.table)
  return new Map([...tables].map(([uid, model]) => [uid, { ...model, indexes: of(model) }]))
}

/** `found`: by UID, those that are complete. */
export function withSearch(tables: Tables, found: ReadonlyMap<string, SearchIndex>): Tables {
  return new Map([...tables].map(([uid, model]) => [uid, { ...model, search: found.get(uid) ?? null }]))
}

export function tableOf(tables: Tables, uid: string): ModelTable {
  const table = tables.get(uid)
  if (table === undefined) throw new Error(`no table for ${uid}`)
  return table
}
