/**
 * Everything that differs between databases, as small named SQL fragments. The compiler uses only these; no dialect is the
 * default, and a new difference is a new member here.
 */

import type { ColumnKind, ListPlace, TextTest, Value, WordSearch } from '../plan/read-plan.ts'
import type { Extent, NoDanglingLinks } from './dangling-links.ts'
import type { ExactSums } from './exact-sums.ts'
import type { Sql, Syntax } from './sql.ts'
import type { Statement } from './statement.ts'
import type { StoredCount } from './stored-counts.ts'

export interface Dialect extends Syntax {
  /** A JSON object from JSON values. */
  readonly jsonObject: (members: readonly JsonMember[]) => Sql
  /**
   * Aggregate: a JSON list of the rows' values, in the given order; null: in their current order. With a place, rows count
   * towards the limit `populatedRows` of the whole statement, which fails beyond it and names the place.
   */
  readonly jsonList: (item: Sql, order: Sql | null, place: ListPlace | null) => Sql
  /** Whether rows of a subselect with `order by` and `limit` keep that order, and need not be sorted again. */
  readonly keepsOrder: boolean
  /** The JSON of an entry; the statement fails when it is longer than the limit `answerSize`. */
  readonly jsonEntry: (body: Sql) => Sql
  /** The JSON of an entry in a stream of entries: the limit `populatedRows` holds for each entry separately. */
  readonly entryApart: (body: Sql) => Sql
  /**
   * All entries of a page as one value, UTF-8 with commas in between, in the order of the page's rows: a select from
   * `page`, joined with `entries` unless it is null. Null if one row for each entry is faster.
   */
  readonly joinedEntries: ((body: Sql, page: Sql, entries: Sql | null) => Sql) | null
  /** Appended to a subselect: its values are computed once, however often they are used. */
  readonly workedOutOnce: Sql
  readonly jsonEmptyList: Sql
  readonly jsonText: (text: string) => Sql
  readonly jsonBoolean: (condition: Sql) => Sql
  /** A JSON value again, after it went through a sort or a derived table. */
  readonly jsonRestored: (value: Sql) => Sql

  /** A column's value as responses show it: as JSON, and as the text that text operators look into. */
  readonly shown: (column: Sql, kind: ColumnKind) => Sql
  readonly shownText: (column: Sql, kind: ColumnKind) => Sql

  /** A column and a value in the forms that compare with one another. */
  readonly comparable: (column: Sql, kind: ColumnKind) => Sql
  readonly value: (value: Value, kind: ColumnKind) => Sql

  readonly sortKeys: SortKeys

  /** A value as a column of this kind holds it. */
  readonly stored: (value: Value, kind: ColumnKind) => Sql
  /** Whether columns store only values of their own type, and cannot be compared with others. */
  readonly isStrict: boolean
  /** A digest of a long text, for comparing; short where the database can make it so. */
  readonly fingerprint: (text: Sql) => Sql
  /** Columns with smaller limits than those that Lectern creates, as `columnLimits` in `tables/` reads them. */
  readonly limitedColumns: Sql
  /** A select with one row if the database has this table now, and none otherwise. */
  readonly findTable: (table: string) => Sql
  /** Null if write transactions run one after the other, and need no locks. */
  readonly locks: Locks | null

  /**
   * Tests whether a column's value is in the result of a select, by the purpose of that set. Null if the planner itself
   * turns an EXISTS into the best join.
   */
  readonly inSet: Readonly<Record<SetRole, ((column: Sql, set: Sql) => Sql) | null>>
  /** The same for a set that only saves reading lists again for each row. */
  readonly inSharedSet: (column: Sql, set: Sql) => Sql

  /** A hint for planners that expect few rows wherever a column equals a value. */
  readonly oftenTrue: (condition: Sql) => Sql
  /** Planner hints for the links of populated relations. */
  readonly linked: LinkConditions
  /**
   * Which of several links of a relation to one counts. Strapi leaves it to the database: the index that is read decides,
   * or the place of the links in their table.
   */
  readonly countingLink: 'lowestTarget' | 'first'
  /** Whether joining all related rows is faster than a subquery for each row of a list. */
  readonly prefersJoins: boolean
  /** The first value in the direction for each key, as `k` and `v`. */
  readonly firstOfEach: (key: Sql, value: Sql, direction: Sql, from: Sql) => Sql
  /** The value of the first row in an order for each key. Null unless `prefersJoins`. */
  readonly firstInOrder: ((key: Sql, value: Sql, from: Sql, order: Sql) => Sql) | null

  /**
   * Up to this many search results are looked up by id, more are joined, since a planner that does not know the words
   * cannot estimate the number of results. Null if a cross join always looks them up.
   */
  readonly mostLookedUp: number | null

  /** Tests that no link is dangling, by the number of rows it is used for; null if it would take longer than it saves. */
  readonly noDanglingLinks: Readonly<Record<Extent, NoDanglingLinks | null>>

  /** Null where the database stores no row counts. */
  readonly storedCount: StoredCount | null

  readonly sums: ExactSums

  /** Null for a null text. */
  readonly textTest: (text: Sql, sought: SoughtText) => Sql
  /** The same for the text of a column, as `shownText` returns it. */
  readonly shownTextTest: (column: Sql, kind: ColumnKind, sought: SoughtText) => Sql

  /** The value at a path in a JSON column. The path is one bound value: no part of it is text of the statement. */
  readonly jsonAt: (column: Sql, segments: readonly string[]) => JsonAt

  /** A text for sorting without regard to case. */
  readonly folded: (text: Sql) => Sql

  /**
   * Rows of a full-text index: `id` and `score`, the best highest. The statement fails if a trigger that keeps the index up
   * to date is missing, since the index may then be incomplete.
   */
  readonly wordMatches: (search: WordSearch) => Sql

  readonly explain: Explain
}

export interface LinkConditions {
  /** The condition that the link belongs to the entry: true for few links. */
  readonly ofFew: (condition: Sql) => Sql
  /** A condition on the kind of link: true for so many links that no index should be used for it. */
  readonly unindexed: (condition: Sql) => Sql
  /**
   * The condition that the related row is published, or a draft. No index on it should be used, since the link has the
   * row's id.
   */
  readonly ofVersion: (condition: Sql) => Sql
}

/** Sort values as texts, for cursors. */
export interface SortKeys {
  /** Whether nulls come before all values in ascending order. */
  readonly nullsFirst: boolean
  /** A value as a text without loss, cut to `longest` characters; null for null. */
  readonly text: (value: Sql, kind: ColumnKind, longest: number) => Sql
  /** The value of such a text; null if the text is not valid. */
  readonly value: (text: string, kind: ColumnKind) => Sql | null
  /** A JSON list of texts. */
  readonly list: (texts: readonly Sql[]) => Sql
}

/** A value in a JSON document. Each member except `type` is valid only for values of its type. */
export interface JsonAt {
  /** `string`, `number`, `boolean`, `array` or `object`; null where it is missing or null. */
  readonly type: Sql
  /** A text, which compares by code points; `true` and `false` for booleans. */
  readonly text: Sql
  readonly number: Sql
  /** The text or number of values of one type; null for all others. */
  readonly only: (type: JsonScalarType) => Sql
  /** Tests whether a list contains this JSON scalar. */
  readonly has: (json: string) => Sql
  /** Null if no index on the column can be used. */
  readonly served: ServedJson | null
}

export type JsonScalarType = 'string' | 'number' | 'boolean'

/**
 * Tests of a value against a JSON scalar that can use an index on the column. They are false, not null, for missing values,
 * so they must not be negated.
 */
export interface ServedJson {
  readonly equals: (json: string) => Sql
  readonly has: (json: string) => Sql
}

/** Locks of a transaction, until it ends. */
export interface Locks {
  /** Locks the rows of a select against other transactions. */
  readonly rows: (select: Sql) => Sql
  /** An advisory lock on a key, for rows that do not exist yet. */
  readonly key: (key: string) => Sql
  /** A shared lock on the key: it only excludes transactions with the exclusive lock. */
  readonly sharedKey: (key: string) => Sql
  /** The lock of transactions that write content: they and migrations wait for each other. */
  readonly content: Sql
  /** From here on, locks can be given back. */
  readonly mark: Sql
  /** Undoes what the transaction did since the mark, which stays; other transactions get the locks. */
  readonly releaseToMark: Sql
}

/** The query plan of a statement. */
export interface Explain {
  /** The statement to run instead. */
  readonly statement: (statement: Statement) => Statement
  /** The plan as text: one indented line for each step. */
  readonly lines: (rows: readonly (readonly unknown[])[], statement: Statement) => readonly string[]
  /** Why each line is expensive, in a few words; null for others. */
  readonly costly: (lines: readonly string[]) => readonly (string | null)[]
}

/** Whether rows are found through the set (`drives`), or found otherwise and tested against it (`probed`). */
export type SetRole = 'drives' | 'probed'

export interface JsonMember {
  readonly key: string
  readonly value: Sql
}

export interface SoughtText {
  readonly kind: TextTest
  readonly text: string
  /** Without regard to case, in any script. */
  readonly fold: boolean
  /** Whether the texts of all rows are read, because no index has their words. */
  readonly scans?: true | undefined
}
