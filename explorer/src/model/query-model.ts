/**
 * The builder's model of a request. It corresponds to the URL, except for parts that were just added and are still empty,
 * such as a condition without values or an empty group: these are not in the URL.
 */

import type { RawValue } from '../../../src/request/raw-params.ts'
import type { FilterOperator } from './filter-operators.ts'

export const SHOWN_MATCHES = ['score', 'highlights'] as const
export type ShownMatch = (typeof SHOWN_MATCHES)[number]

/** The words themselves are `QueryModel.search`. */
export interface FullText {
  /** Fields to look into; none: all that are set up for it. */
  readonly in: readonly string[]
  readonly prefix: boolean
  readonly show: readonly ShownMatch[]
}

export interface QueryModel {
  readonly search: string
  /** Null: `search` is looked for in every text. Otherwise by words (extension `search`). */
  readonly fullText: FullText | null
  /** Null: all of them. With a `-` before each, all but these (extension `exclude`). */
  readonly fields: readonly string[] | null
  readonly filters: AllOf
  readonly sort: readonly SortKey[]
  readonly pagination: Pagination
  /** Empty: the default locale. Only `*`: all locales. */
  readonly locales: readonly string[]
  /** Whether of these locales the first is taken that a document has (extension `localeFallback`). */
  readonly fallsBack: boolean
  readonly status: '' | 'draft' | 'published'
  readonly publication: string
  readonly populate: Populate
  readonly asWritten: readonly AsWrittenPart[]
}

/** Something that the builder cannot show, as it was written. */
export interface AsWrittenPart {
  readonly key: string
  readonly value: RawValue
}

/** All of these hold. */
export type AllOf = readonly FilterItem[]

export type FilterItem = Comparison | At | AnyOf | Not | Quantified | Each | Counted | Inside | AsWrittenItem

export interface Comparison {
  readonly kind: 'compare'
  /** The attribute; null, inside an `at`, for the subject of that `at`. */
  readonly name: string | null
  readonly operator: FilterOperator
  /** Empty until a value is entered. */
  readonly values: readonly string[]
}

/** Several conditions on one attribute: all of them hold of the same related entry. */
export interface At {
  readonly kind: 'at'
  readonly name: string
  readonly items: AllOf
}

export interface AnyOf {
  readonly kind: 'any'
  readonly items: readonly AllOf[]
}

/** The negation of all items together. */
export interface Not {
  readonly kind: 'not'
  readonly items: AllOf
}

/** Inside an `at`: applies to some, every or none of the related entries (extension `quantifiers`). */
export interface Quantified {
  readonly kind: 'quantified'
  readonly quantifier: '$some' | '$every' | '$none'
  readonly items: AllOf
}

/** Inside an `at`: each of these values is that of some related entry. */
export interface Each {
  readonly kind: 'each'
  /** Names with dots between; empty for ids. */
  readonly path: string
  readonly values: readonly string[]
}

/** Inside an `at`: how many related entries there are. */
export interface Counted {
  readonly kind: 'counted'
  readonly items: AllOf
  /** The related entries to count; null: all. */
  readonly of: AllOf | null
}

/** Inside an `at`: applies to the value at a path in a document (extension `json`). */
export interface Inside {
  readonly kind: 'inside'
  readonly path: string
  readonly items: AllOf
}

interface AsWrittenItem extends AsWrittenPart {
  readonly kind: 'asWritten'
}

export interface SortKey {
  /** Names with dots between: `author.name`, `reviews.$count`; or `$random`. */
  readonly path: string
  readonly direction: 'asc' | 'desc'
  /** Whether upper and lower case are the same (extension `sorting`, as the next two). */
  readonly fold: boolean
  readonly nulls: '' | 'first' | 'last'
  /** The seed of `$random`; null for all others. */
  readonly seed: string | null
}

/** Texts, so that what is wrong with one is shown where it was typed. Empty: not said. */
export interface Pagination {
  readonly style: 'page' | 'offset' | 'cursor'
  /** `page`, `start`, or a cursor, which is empty at either end of the list. */
  readonly from: string
  /** The side of the cursor that is shown. */
  readonly side: 'after' | 'before'
  /** `pageSize`, or `limit`. */
  readonly size: string
  readonly withCount: '' | 'true' | 'false' | 'capped'
  /** Names whose values are counted beside the page (extension `aggregates`). */
  readonly by: readonly string[]
  /** The same, each without the filter on it. */
  readonly byOthers: readonly string[]
}

export type Populate =
  | { readonly kind: 'none' }
  | { readonly kind: 'all'; readonly except: readonly string[] }
  | DeepPopulate
  | { readonly kind: 'some'; readonly entries: readonly PopulateEntry[]; readonly asWritten: readonly AsWrittenPart[] }

/** Populates everything down to a number of levels (extension `deep`); populates by name have precedence. */
export interface DeepPopulate {
  readonly kind: 'deep'
  /** Empty: as many as the server takes without a number. */
  readonly levels: string
  /** The size of the page of each list; empty: all of it. */
  readonly limit: string
  /** Names that are not to be populated. */
  readonly off: readonly string[]
  /** The same as paths, with dots (extension `exclude`). */
  readonly except: readonly string[]
  readonly entries: readonly PopulateEntry[]
  readonly asWritten: readonly AsWrittenPart[]
}

export interface PopulateEntry {
  /** The name of the attribute; in `on`, the UID of a component. */
  readonly name: string
  readonly fields: readonly string[] | null
  readonly filters: AllOf
  readonly sort: readonly SortKey[]
  readonly populate: Populate
  readonly count: boolean
  /** The page of a list (extension `nestedPages`). */
  readonly pagination: Pagination
  /** Components of a dynamic zone, or types, each in its own way. Null: all of them, plainly. */
  readonly on: readonly PopulateEntry[] | null
  readonly asWritten: readonly AsWrittenPart[]
}

export const NO_POPULATE: Populate = { kind: 'none' }

export const POPULATE_ALL: Populate = { kind: 'all', except: [] }

export const NO_PAGINATION: Pagination = {
  style: 'page',
  from: '',
  side: 'after',
  size: '',
  withCount: '',
  by: [],
  byOthers: [],
}

export const EMPTY: QueryModel = {
  search: '',
  fullText: null,
  fields: null,
  filters: [],
  sort: [],
  pagination: NO_PAGINATION,
  locales: [],
  fallsBack: false,
  status: '',
  publication: '',
  populate: NO_POPULATE,
  asWritten: [],
}

export function plainEntry(name: string): PopulateEntry {
  return {
    name,
    fields: null,
    filters: [],
    sort: [],
    populate: NO_POPULATE,
    count: false,
    pagination: NO_PAGINATION,
    on: null,
    asWritten: [],
  }
}

export function sortKey(path: string, part: Partial<SortKey> = {}): SortKey {
  return { path, direction: 'asc', fold: false, nulls: '', seed: null, ...part }
}
