/**
 * A request as the builder holds it. It is what the URL says and nothing else, but for what has just been added and
 * is not filled in yet: a condition without values, a group without conditions. That is not written to the URL.
 */

import type { RawValue } from '../../../src/request/raw-params.ts'
import type { ComparisonOperator } from '../../../src/vocabulary/operators.ts'

export interface QueryModel {
  readonly search: string
  /** Null: all of them. */
  readonly fields: readonly string[] | null
  readonly filters: AllOf
  readonly sort: readonly SortKey[]
  readonly pagination: Pagination
  /** None: the default. `*` alone: every locale. */
  readonly locales: readonly string[]
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

export type FilterItem = Comparison | At | AnyOf | Not | AsWrittenItem

export interface Comparison {
  readonly kind: 'compare'
  /** The attribute; null, inside an `at`, for what that one speaks of. */
  readonly name: string | null
  readonly operator: ComparisonOperator
  /** None while nothing is filled in. */
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

/** Not all of these hold. */
export interface Not {
  readonly kind: 'not'
  readonly items: AllOf
}

export interface AsWrittenItem extends AsWrittenPart {
  readonly kind: 'asWritten'
}

export interface SortKey {
  /** Names with dots between: `author.name`. */
  readonly path: string
  readonly direction: 'asc' | 'desc'
}

/** Texts, so that what is wrong with one is shown where it was typed. Empty: not said. */
export interface Pagination {
  readonly style: 'page' | 'offset'
  /** `page`, or `start`. */
  readonly from: string
  /** `pageSize`, or `limit`. */
  readonly size: string
  readonly withCount: '' | 'true' | 'false'
}

export type Populate =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly entries: readonly PopulateEntry[]; readonly asWritten: readonly AsWrittenPart[] }

export interface PopulateEntry {
  /** Of the attribute; or the UID of a component, in `on`. */
  readonly name: string
  readonly fields: readonly string[] | null
  readonly filters: AllOf
  readonly sort: readonly SortKey[]
  readonly populate: Populate
  readonly count: boolean
  /** Components of a dynamic zone, or types, each in its own way. Null: all of them, plainly. */
  readonly on: readonly PopulateEntry[] | null
  readonly asWritten: readonly AsWrittenPart[]
}

export const NO_POPULATE: Populate = { kind: 'none' }

export const NO_PAGINATION: Pagination = { style: 'page', from: '', size: '', withCount: '' }

export const EMPTY: QueryModel = {
  search: '',
  fields: null,
  filters: [],
  sort: [],
  pagination: NO_PAGINATION,
  locales: [],
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
    on: null,
    asWritten: [],
  }
}
