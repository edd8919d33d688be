/**
 * A query as it was written: the syntax is resolved, the names are still texts. Nothing here was checked against
 * a schema yet.
 */

import type { RawObject } from '../request/raw-params.ts'
import type { OperatorTaking } from '../vocabulary/operators.ts'
import type { Quantifier } from '../vocabulary/quantifiers.ts'
import type { ParsedSearch } from './parse-search.ts'

export interface ParsedQuery {
  readonly filters: ParsedFilter | null
  /** Whether `filters[locale]` is there, at the root: it takes the place of the locale parameter. */
  readonly filtersLocale: boolean
  readonly sort: readonly ParsedSort[]
  readonly fields: ParsedFields
  readonly populate: ParsedPopulate
  /** `pLevel`, which takes the place of `populate`. */
  readonly levels: ParsedLevels | null
  readonly locale: ParsedLocale
  readonly status: Status
  readonly publication: PublicationFilter | null
  readonly search: string | null
  /** `_q[text]`: full-text search. */
  readonly words: ParsedSearch | null
  /** Whether values may be relative to now. */
  readonly relative: boolean
}

/** How deep to populate, as strapi-v5-plugin-populate-deep counts: components and files are levels, too. */
export interface ParsedLevels {
  readonly levels: number
  /** Names of attributes and tables that are not followed. */
  readonly ignored: readonly string[]
  readonly skipsCreators: boolean
}

export type Status = 'draft' | 'published'

/** One text or null for each value written. */
export type ParsedScalar = string | null

export type ParsedFilter =
  | { readonly kind: 'and' | 'or'; readonly items: readonly ParsedFilter[] }
  | { readonly kind: 'not'; readonly item: ParsedFilter }
  /** `filters[author][…]`: `item` applies to the attribute. */
  | { readonly kind: 'attribute'; readonly name: string; readonly item: ParsedFilter }
  | { readonly kind: 'compare'; readonly comparison: ParsedComparison }
  /** `filters[reviews][$every][…]`; of several values under `$all`, each is one. */
  | { readonly kind: 'quantified'; readonly quantifier: Quantifier; readonly item: ParsedFilter }
  /** `filters[reviews][$count][…]`: `item` says how many, `of` which; null: all. */
  | { readonly kind: 'counted'; readonly item: ParsedFilter; readonly of: ParsedFilter | null }
  /** `[$path][camera.iso]`: `item` applies to the value there in a JSON document. */
  | { readonly kind: 'jsonPath'; readonly path: string; readonly item: ParsedFilter }
  /** `[$has]`: a JSON list has one of these. */
  | { readonly kind: 'has'; readonly values: readonly ParsedScalar[] }
  /**
   * A key that starts with `$` but is not an operator, or an operator without its `$`; reported once its attribute is known
   * to exist.
   */
  | { readonly kind: 'unknownOperator'; readonly name: string }

export type ParsedComparison =
  | { readonly shape: 'value'; readonly operator: OperatorTaking<'value'>; readonly value: ParsedScalar }
  | { readonly shape: 'list'; readonly operator: OperatorTaking<'list'>; readonly values: readonly ParsedScalar[] }
  | {
      readonly shape: 'pair'
      readonly operator: OperatorTaking<'pair'>
      readonly low: ParsedScalar
      readonly high: ParsedScalar
    }
  /** `$null` and `$notNull`, resolved. */
  | { readonly shape: 'null'; readonly isNull: boolean }

export interface ParsedSort extends ParsedOrder {
  readonly path: readonly string[]
  /** `$random:seed`: what follows the colon, unless the type has an attribute of that name. Null for all other keys. */
  readonly seed: string | null
  /**
   * `sort[author]=desc`: the order as written; errors of this form name it. Null in the form `author:desc`. With an empty one the
   * name is checked, and not sorted by.
   */
  readonly order: string | null
}

export interface ParsedOrder {
  readonly direction: Direction
  /** Whether upper and lower case are the same. */
  readonly fold: boolean
  /** Null: where the database has them. */
  readonly nulls: NullOrder | null
}

export type Direction = 'asc' | 'desc'
export type NullOrder = 'first' | 'last'

/** Null, and a list with `*` in it: all of them. */
export type ParsedFields = readonly string[] | null

export type ParsedPopulate =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  /** `populate=a,b.c`, `populate[0]=a`. */
  | { readonly kind: 'paths'; readonly paths: readonly (readonly string[])[] }
  /** `populate[a]=true`, `populate[a][fields]=…`. */
  | {
      readonly kind: 'map'
      readonly entries: readonly ParsedPopulateEntry[]
      readonly paths: readonly (readonly string[])[]
    }

export interface ParsedPopulateEntry {
  readonly name: string
  readonly value: ParsedPopulateValue
  /**
   * `populate[author][populate][fields]=name`, an option where names are expected: what it means if there is no such name. Missing
   * where that is an error.
   */
  readonly asOption?: () => ParsedPopulateOptions
}

export type ParsedPopulateValue =
  | { readonly kind: 'flag'; readonly on: boolean; readonly text: string }
  /** A text that is neither true nor false. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'options'; readonly options: ParsedPopulateOptions }

export interface ParsedPopulateOptions {
  readonly fields: ParsedFields
  readonly filters: ParsedFilter | null
  readonly sort: readonly ParsedSort[]
  readonly populate: ParsedPopulate
  readonly count: boolean
  /** Null without `on`. */
  readonly fragments: readonly ParsedPopulateEntry[] | null
  /** Keys that are not options, for the error about them. */
  readonly unknownKeys: readonly string[]
  /** The raw value, for messages that quote it. */
  readonly raw: RawObject
}

export type ParsedLocale =
  | { readonly kind: 'default' }
  | { readonly kind: 'every' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  /** `locale[$first]`: each code once, the best first. */
  | { readonly kind: 'first'; readonly codes: readonly string[] }

export const PUBLICATION_FILTERS = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'never-published-document',
  'has-published-version-document',
  'published-without-draft',
  'published-with-draft',
] as const

export type PublicationFilter = (typeof PUBLICATION_FILTERS)[number]
