/**
 * A checked query: every name is an attribute that the caller may see, every value has its attribute's type.
 * Later stages need neither the schema nor the caller.
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
  /** UIDs of types whose drafts do not exist for the caller. */
  readonly withoutDrafts: ReadonlySet<string>
  /** Until when relative dates are valid, in milliseconds since 1970; null without relative dates. */
  readonly until: number | null
  readonly size: QuerySize
}

/** Sizes that all queries of a batch together must keep within the limits of one request. */
export interface QuerySize {
  /** Comparisons in filters. */
  readonly comparisons: number
  /** Characters that text searches look for. */
  readonly sought: number
  /** Populated attributes. */
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
  /** Each document in the first of these locales that it has. */
  | { readonly kind: 'first'; readonly codes: readonly string[] }

/** A value in the form its attribute's kind is compared in: see `cast-value.ts`. */
export type Value = string | number | bigint | boolean | null

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly items: readonly Filter[] }
  | { readonly kind: 'not'; readonly item: Filter }
  | { readonly kind: 'test'; readonly attribute: ScalarAttribute; readonly test: Test }
  /** A test of the value at the end of a path in a JSON document. */
  | {
      readonly kind: 'json'
      readonly attribute: ScalarAttribute
      readonly segments: readonly string[]
      readonly test: JsonTest
    }
  /** Some related row satisfies `filter`; without related rows, a row of all nulls stands in. */
  | { readonly kind: 'related'; readonly attribute: LinkAttribute; readonly target: Model; readonly filter: Filter }
  /** Some row satisfies the filter of its model; false where there are none. */
  | { readonly kind: 'polymorphic'; readonly rows: FilteredRows }
  /** How many rows satisfy their filter: at least one, none, or all, however many there are. Never unknown. */
  | { readonly kind: 'quantified'; readonly quantifier: 'some' | 'none' | 'every'; readonly rows: FilteredRows }
  /** The number of rows that satisfy their filter. */
  | { readonly kind: 'counted'; readonly rows: FilteredRows; readonly test: CountTest }

/** All rows that an attribute leads to, and what is asked of each. */
export interface FilteredRows {
  readonly attribute: NonScalarAttribute
  readonly arms: readonly FilterArm[]
}

/** Rows of one model. */
export interface FilterArm {
  readonly target: Model
  readonly filter: Filter
}

/** A test of a number of rows. */
export type CountTest =
  | { readonly kind: ValueTest; readonly value: number }
  | { readonly kind: TestTaking<'list'>; readonly values: readonly number[] }
  | { readonly kind: TestTaking<'pair'>; readonly low: number; readonly high: number }

/** A test of one column. Negative operators are `not` around these. A null value compares as SQL null: never true. */
export type Test =
  | { readonly kind: TestTaking<'flag'> }
  | { readonly kind: ValueTest; readonly value: Value }
  | { readonly kind: TestTaking<'list'>; readonly values: readonly Value[] }
  | { readonly kind: TestTaking<'pair'>; readonly low: Value; readonly high: Value }
  /** `fold` ignores case. */
  | { readonly kind: TextTest; readonly text: string; readonly fold: boolean }

/**
 * A test of a value in a JSON document: a value of another type than the compared one fails it, and a missing value
 * is null. `has`: it is a list with one of these in it.
 */
export type JsonTest = Test | { readonly kind: 'has'; readonly values: readonly Value[] }

/** A test of the text that a response would show. */
export type TextTest = TestOf<'text'>

/** A comparison with one value of the attribute's type. */
type ValueTest = Exclude<TestTaking<'value'>, TextTest>

/** Through links to a scalar. */
export interface AttributePath {
  readonly through: readonly SortStep[]
  readonly attribute: ScalarAttribute
}

export interface SortKey {
  readonly through: readonly SortStep[]
  readonly value: SortValue
  readonly direction: Direction
  /** Null: where the database sorts them. */
  readonly nulls: NullOrder | null
}

/** A field, a text without regard to case, the number of entries that a link leads to, random, or the score of a search. */
export type SortValue =
  | { readonly kind: 'field' | 'folded'; readonly attribute: ScalarAttribute }
  | { readonly kind: 'random'; readonly seed: string }
  | { readonly kind: 'score' }
  | { readonly kind: 'count'; readonly link: SortStep }

export interface SortStep {
  readonly attribute: LinkAttribute
  readonly target: Model
}

/** What is shown of an entry: its fields and what is populated, both in schema order. */
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
  /** Null: the whole list. */
  readonly page: NestedPage | null
}

export interface PolymorphicPopulate {
  readonly kind: 'polymorphic'
  readonly attribute: PolymorphicAttribute
  readonly arms: readonly PopulateArm[]
  readonly count: boolean
  readonly page: NestedPage | null
}

/** One of the models that a polymorphic attribute leads to. */
export interface PopulateArm {
  readonly selection: Selection
  readonly filter: Filter | null
}
