/**
 * A checked query: every name is an attribute that the caller may see, and every value has its attribute's type. Later
 * stages need neither the schema nor the caller.
 */

import type { NestedPage } from '../parse/parse-nested-page.ts'
import type { SearchShow, SearchTerm } from '../parse/parse-search.ts'
import type { Direction, NullOrder, PublicationFilter, Status } from '../parse/parsed-query.ts'
import type {
  ContentType,
  LinkAttribute,
  Model,
  NonScalarAttribute,
  PolymorphicAttribute,
  ScalarAttribute,
} from '../schema/schema.ts'
import type { TestOf, TestTaking } from '../vocabulary/operators.ts'

export interface Query {
  readonly type: ContentType
  readonly filter: Filter | null
  readonly search: Search | null
  readonly sort: readonly SortKey[]
  readonly selection: Selection
  readonly locale: LocaleChoice
  readonly status: Status
  readonly publication: PublicationFilter | null
  /** UIDs of types whose drafts this caller may not see. */
  readonly withoutDrafts: ReadonlySet<string>
  /** When its relative dates expire, in milliseconds since 1970; null if it has none. */
  readonly until: number | null
  readonly size: QuerySize
}

/** Sizes that all queries of a batch together must keep below the limits of one request. */
export interface QuerySize {
  /** Number of comparisons in filters. */
  readonly comparisons: number
  /** Number of characters that text searches look for. */
  readonly sought: number
  /** Number of populated attributes. */
  readonly populated: number
}

/** Full-text search. */
export interface Search {
  readonly terms: readonly SearchTerm[]
  readonly fields: readonly SearchField[]
  readonly show: ReadonlySet<SearchShow>
}

export type { SearchTerm }

export interface SearchField {
  readonly attribute: ScalarAttribute
  readonly weight: number
}

export type LocaleChoice =
  | { readonly kind: 'any' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  /** Of each document, the first of these locales that exists. */
  | { readonly kind: 'first'; readonly codes: readonly string[] }

/** A value as it is compared: see `cast-value.ts`. */
export type Value = string | number | bigint | boolean | null

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly items: readonly Filter[] }
  | { readonly kind: 'not'; readonly item: Filter }
  | { readonly kind: 'test'; readonly attribute: ScalarAttribute; readonly test: Test }
  /** A test of a value inside a JSON document. */
  | {
      readonly kind: 'json'
      readonly attribute: ScalarAttribute
      readonly segments: readonly string[]
      readonly test: JsonTest
    }
  /** Some related row matches `filter`. Without related rows, `filter` is tested on a row of nulls. */
  | { readonly kind: 'related'; readonly attribute: LinkAttribute; readonly target: Model; readonly filter: Filter }
  /** Some row matches the filter of its model; false if there are no rows. */
  | { readonly kind: 'polymorphic'; readonly rows: FilteredRows }
  /** Whether some, none or all rows match, whatever their number. Never null. */
  | { readonly kind: 'quantified'; readonly quantifier: 'some' | 'none' | 'every'; readonly rows: FilteredRows }
  /** The number of matches. */
  | { readonly kind: 'counted'; readonly rows: FilteredRows; readonly test: CountTest }

/** All rows behind an attribute, and the filter for each model. */
export interface FilteredRows {
  readonly attribute: NonScalarAttribute
  readonly arms: readonly FilterArm[]
}

/** The rows of one model. */
export interface FilterArm {
  readonly target: Model
  readonly filter: Filter
}

/** A test of the number of matches. */
export type CountTest =
  | { readonly kind: ValueTest; readonly value: number }
  | { readonly kind: TestTaking<'list'>; readonly values: readonly number[] }
  | { readonly kind: TestTaking<'pair'>; readonly low: number; readonly high: number }

/** A test of one column. Negated operators are `not` around these. A null value compares as in SQL: never true. */
export type Test =
  | { readonly kind: TestTaking<'flag'> }
  | { readonly kind: ValueTest; readonly value: Value }
  | { readonly kind: TestTaking<'list'>; readonly values: readonly Value[] }
  | { readonly kind: TestTaking<'pair'>; readonly low: Value; readonly high: Value }
  /** `fold` ignores case. */
  | { readonly kind: TextTest; readonly text: string; readonly fold: boolean }

/**
 * A test of a value inside a JSON document. It is false for a value of another type, and null for a missing value.
 * `has`: the value is a list with one of these values.
 */
export type JsonTest = Test | { readonly kind: 'has'; readonly values: readonly Value[] }

/** A test of the text shown in responses. */
export type TextTest = TestOf<'text'>

/** A comparison with one value of the attribute's type. */
type ValueTest = Exclude<TestTaking<'value'>, TextTest>

/** A path through links to a scalar. */
export interface AttributePath {
  readonly through: readonly SortStep[]
  readonly attribute: ScalarAttribute
}

export interface SortKey {
  readonly through: readonly SortStep[]
  readonly value: SortValue
  readonly direction: Direction
  /** Null: the database's default. */
  readonly nulls: NullOrder | null
}

/** A field, a text without case, the number of entries of a link, a random number, or the search score. */
export type SortValue =
  | { readonly kind: 'field' | 'folded'; readonly attribute: ScalarAttribute }
  | { readonly kind: 'random'; readonly seed: string }
  | { readonly kind: 'score' }
  | { readonly kind: 'count'; readonly link: SortStep }

export interface SortStep {
  readonly attribute: LinkAttribute
  readonly target: Model
}

/** The shown parts of an entry: fields and populated attributes, both in schema order. */
export interface Selection {
  readonly model: Model
  readonly fields: readonly ScalarAttribute[]
  readonly populate: readonly Populate[]
}

export type Populate = LinkPopulate | PolymorphicPopulate

export interface LinkPopulate {
  readonly kind: 'link'
  readonly attribute: LinkAttribute
  readonly selection: Selection
  readonly filter: Filter | null
  readonly sort: readonly SortKey[]
  readonly count: boolean
  /** Null for the whole list. */
  readonly page: NestedPage | null
}

export interface PolymorphicPopulate {
  readonly kind: 'polymorphic'
  readonly attribute: PolymorphicAttribute
  readonly arms: readonly PopulateArm[]
  readonly count: boolean
  readonly page: NestedPage | null
}

/** One of the models of a polymorphic attribute. */
export interface PopulateArm {
  readonly selection: Selection
  readonly filter: Filter | null
}
