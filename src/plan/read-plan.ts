/**
 * A complete description of a read in terms of tables and columns: compiling it to SQL needs neither schema nor query. It
 * is independent of dialects.
 */

import type { CountTest, JsonTest, SearchTerm, Test, TextTest, Value } from '../check/query.ts'
import type { Side } from '../parse/parse-pagination.ts'
import type { Direction, NullOrder } from '../parse/parsed-query.ts'
import type { SearchIndex } from '../tables/search-index.ts'
import type { Hop } from '../tables/tables.ts'
import type { DatePart } from '../vocabulary/measures.ts'

/** Tests of a column are those of the checked query, unchanged. */
export type { CountTest, Direction, JsonTest, SearchTerm, Side, Test, TextTest, Value }

export interface ReadPlan {
  readonly table: string
  readonly condition: Condition
  readonly order: readonly OrderKey[]
  /** Rows to skip (offset); 0 with a seek. */
  readonly start: number
  readonly limit: number
  /** Null for a page by number. */
  readonly seek: SeekPlan | null
  /** Whether the response needs the number of all rows that satisfy the condition. */
  readonly count: boolean
  /** Counting may stop beyond this number; null for an exact total. */
  readonly countCap: number | null
  /** Whether an index has all columns of the condition, so that rows can be counted in the index alone. */
  readonly indexed: boolean
  readonly entry: ObjectShape
  readonly facets: readonly PlannedFacet[]
  /** Null without a search, which is part of the condition, too. */
  readonly search: PlannedSearch | null
}

export interface PlannedSearch {
  readonly words: WordSearch
  /** What each entry's `match` contains; null without it. */
  readonly shown: ShownMatch | null
}

export interface ShownMatch {
  readonly score: boolean
  /** Texts to show the words in, by the name of their attribute. */
  readonly texts: readonly Member[]
}

/** Rows of an index that have the words. */
export interface WordSearch {
  readonly index: SearchIndex
  readonly rows: 'all' | 'published' | 'drafts'
  readonly terms: readonly SearchTerm[]
  readonly columns: readonly WeighedColumn[]
  /** Whether scores are needed. */
  readonly scored: boolean
}

export interface WeighedColumn {
  /** Its number in the index. */
  readonly number: number
  readonly name: string
  readonly weight: number
}

/** Counts of rows by value. */
export interface PlannedFacet {
  readonly key: PlannedKey
  /** The rows that are counted; null: those that the plan is about. */
  readonly condition: Condition | null
}

/** A key that rows are grouped by. */
export interface PlannedKey extends PlannedPath {
  readonly name: string
  readonly part: DatePart | null
  /** Whether a row may have several values, and so belong to several groups. */
  readonly toMany: boolean
}

export interface PlannedPath {
  /** Empty for a column of the row itself. */
  readonly through: readonly RelatedRows[]
  readonly column: Column
}

/** Rows next to a position in the order, on one side of it, and one row more: it tells whether there are others. */
export interface SeekPlan {
  readonly side: Side
  /** The sort values of the row at the cursor's position, one for each key; null for the first or last page. */
  readonly position: readonly (string | null)[] | null
  /** Digest of the table and the order. */
  readonly order: string
  /** Maximum length of a text in a cursor. One more character is read, to recognize longer texts. */
  readonly longestKey: number
  /** Whether an index has the rows in the order of the first key, so that they are read from the position on. */
  readonly ranged: boolean
}

/** How a column's values are stored, compared and shown. */
export type ColumnKind =
  | 'id'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'json'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
}

/** A condition on one row. Negations have been moved to the tests. A comparison with null is never true, negated or not. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly items: readonly Condition[] }
  | {
      readonly kind: 'test'
      readonly column: Column
      readonly test: Test
      readonly negated: boolean
      /** Tests the texts of all rows of the table, since no index has their words. */
      readonly scans?: true
      /** Set if the attribute's values identify entries, other than ids. */
      readonly identifies?: true
      /** Set for enumerations: many rows have the same value. */
      readonly isChoice?: true
    }
  | JsonCondition
  | { readonly kind: 'exists'; readonly rows: RelatedRows; readonly orNone: OrNone }
  | { readonly kind: 'none'; readonly rows: RelatedRows }
  | {
      readonly kind: 'counted'
      /** In several tables for dynamic zones and relations to any type. */
      readonly rows: readonly RelatedRows[]
      readonly test: CountTest
      readonly negated: boolean
    }
  /** The inner condition is false or unknown. */
  | { readonly kind: 'notTrue'; readonly item: Condition }
  | { readonly kind: 'version'; readonly version: OtherVersion; readonly exists: boolean }
  | { readonly kind: 'firstLocale'; readonly choice: FirstLocale }
  | { readonly kind: 'words'; readonly words: WordSearch }
  | { readonly kind: 'constant'; readonly holds: boolean }

/** A test of the value at a path in a JSON document; without segments, of the document itself. */
export interface JsonCondition {
  readonly kind: 'json'
  readonly column: Column
  readonly segments: readonly string[]
  readonly test: JsonTest
  readonly negated: boolean
}

/** Rows one hop away that satisfy a condition. */
export interface RelatedRows {
  readonly hop: Hop
  readonly table: string
  readonly condition: Condition
  /** Whether several rows may have the same related row. */
  readonly isShared: boolean
  /** Whether one row may have several related rows. */
  readonly toMany: boolean
}

/** Whether rows without any related row also satisfy the condition. If so, `among` defines which rows count as related. */
export type OrNone = { readonly kind: 'no' } | { readonly kind: 'yes'; readonly among: Condition }

/** Another row of the same document: its draft or published version. */
export interface OtherVersion {
  readonly table: string
  readonly published: boolean
  readonly sameLocale: boolean
  /** How this row's `updated_at` compares with the other's. */
  readonly updated: 'after' | 'notAfter' | 'before' | 'notBefore' | null
}

/** The row is in the first of these locales in which its document has a row that satisfies the condition. */
export interface FirstLocale {
  readonly table: string
  readonly codes: readonly string[]
  readonly among: Condition
}

export interface OrderKey {
  /** Empty where the row itself has the value. */
  readonly through: readonly RelatedRows[]
  readonly value: OrderValue
  readonly direction: Direction
  /** Null for the database's default. */
  readonly nulls: NullOrder | null
}

/**
 * A column of the last row of `through`, its text without regard to case, the number of its related rows, a random number,
 * or the score of a search.
 */
export type OrderValue =
  | { readonly kind: 'column' | 'folded'; readonly column: Column }
  | { readonly kind: 'random'; readonly key: RandomKey }
  | { readonly kind: 'score' }
  | { readonly kind: 'count'; readonly rows: RelatedRows }

/**
 * A number for each row, by its id: with y = ((id mod p)·a + b) mod p, it is ((y² mod p)·c + y) mod p. Nothing goes
 * beyond 64 bits, so every database computes the same.
 */
export interface RandomKey {
  readonly a: bigint
  readonly b: bigint
  readonly c: bigint
}

/** The p above: a prime, 2³¹ − 1. */
export const RANDOM_PRIME = 2_147_483_647

export interface ObjectShape {
  readonly members: readonly Member[]
}

export interface Member {
  readonly key: string
  readonly value: MemberValue
}

export type MemberValue =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'object'; readonly shape: ObjectShape }
  | { readonly kind: 'related'; readonly related: Related }
  /** `meta.pagination` of a page of a list. */
  | { readonly kind: 'pageMeta'; readonly related: Related; readonly page: RelatedPage }

export interface Related {
  /** One row or null, a list, or their number. */
  readonly as: 'one' | 'list' | 'count'
  /** Null where rows of lists are not counted. */
  readonly place: ListPlace | null
  /** The page of a list; null for all rows. */
  readonly page: RelatedPage | null
  /** Several for dynamic zones and relations to any type. */
  readonly arms: readonly RelatedArm[]
}

export interface RelatedPage {
  /** By page, or by offset: its meta has the same terms. */
  readonly kind: 'page' | 'offset'
  readonly start: number
  readonly limit: number
  /** Whether all rows are counted. */
  readonly withCount: boolean
}

/** The position of a list in a response. */
export interface ListPlace {
  /** The path of attributes, joined by dots, for messages. */
  readonly path: string
  /** Whether it is inside another list, which multiplies it. */
  readonly inner: boolean
}

export interface RelatedArm {
  readonly rows: RelatedRows
  /** Empty: in the order of the link. */
  readonly order: readonly OrderKey[]
  readonly shape: ObjectShape
}
