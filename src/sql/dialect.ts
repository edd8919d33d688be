/**
 * Everything that differs between databases, as small named SQL fragments. The compiler uses only these; no dialect is the
 * default, and a new difference is a new member here.
 */

import type { ColumnKind, ListPlace, TextTest, Value, WordSearch } from '../plan/read-plan.ts'
import type { ExactSums } from './exact-sums.ts'
import type { EachLeads, Extent } from './link-ends.ts'
import type { Sql, Syntax } from './sql.ts'
import type { Statement } from './statement.ts'
import type { StoredCount } from './stored-counts.ts'

export interface Dialect extends Syntax {
  /** A JSON object from JSON values. */
  readonly jsonObject: (members: readonly JsonMember[]) => Sql
  /**
   * Aggregate: a JSON list of the rows' values, in the given order; null: in their current order. With a place, its
   * rows are counted with those of all other lists of the statement, which fails, naming the place, when there are more than
   * the limit `populatedRows`.
   */
  readonly jsonList: (item: Sql, order: Sql | null, place: ListPlace | null) => Sql
  /** Whether rows of a subselect with an order and a limit come in that order, so that they need not be sorted again. */
  readonly keepsOrder: boolean
  /** The JSON of an entry; the statement fails when it is longer than the limit `answerSize`. */
  readonly jsonEntry: (body: Sql) => Sql
  /** The JSON of one of many entries that are read one after the other: `populatedRows` holds for each by itself. */
  readonly entryApart: (body: Sql) => Sql
  /**
   * All entries of a page as one value, UTF-8 with commas in between, in the order of the page's rows: a select from `page`
   * joined with `entries`, if its rows do not have them. Null where a row for each is faster.
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
  /** Whether a column holds values of its own type alone, and compares with no others. */
  readonly isStrict: boolean
  /** A text that is another one when a long text is, and is short where the database can make it so. */
  readonly fingerprint: (text: Sql) => Sql
  /** Columns that take less than those that Lectern makes, as `columnLimits` in `tables/` reads them. */
  readonly limitedColumns: Sql
  /** Null where write transactions follow one another: none needs to lock anything. */
  readonly locks: Locks | null

  /**
   * Whether a column's value is in the set that a select gives, by the purpose of the set. Null where the planner itself
   * turns an EXISTS into the best join.
   */
  readonly inSet: Readonly<Record<SetRole, ((column: Sql, set: Sql) => Sql) | null>>
  /** The same, for a set that is only to be tested, since computing it once saves reading lists again for each row. */
  readonly inSharedSet: (column: Sql, set: Sql) => Sql

  /** For a planner that expects few rows wherever a column equals a value. */
  readonly oftenTrue: (condition: Sql) => Sql
  /** The conditions of links that an entry shows, in a form for the planner. */
  readonly linked: LinkConditions
  /** Whether a subquery for each row of a list takes longer than a join with all that they lead to. */
  readonly joinsWays: boolean
  /** Of all rows with the same key, the value that comes first in the direction: as `k` and `v`. */
  readonly firstOfEach: (key: Sql, value: Sql, direction: Sql, from: Sql) => Sql
  /** The same of the row that comes first in an order. Null where `joinsWays` is not so. */
  readonly firstInOrder: ((key: Sql, value: Sql, from: Sql, order: Sql) => Sql) | null

  /**
   * Up to this many search results are looked up by id; more are joined. Null where a cross join always looks them up. A
   * planner that does not know the words cannot estimate how many results there will be.
   */
  readonly mostLookedUp: number | null

  /** Whether each link leads to a row, by how many rows the check is for; null where it would take longer than it saves. */
  readonly eachLinkLeads: Readonly<Record<Extent, EachLeads | null>>

  /** Null where the database stores no row counts. */
  readonly storedCount: StoredCount | null

  readonly sums: ExactSums

  /** Null texts give null. */
  readonly textTest: (text: Sql, sought: SoughtText) => Sql
  /** The same of a column's text, as `shownText` gives it. */
  readonly shownTextTest: (column: Sql, kind: ColumnKind, sought: SoughtText) => Sql

  /** What is at the end of a path in a JSON column. The path is one bound value: no part of it is text of the statement. */
  readonly jsonAt: (column: Sql, segments: readonly string[]) => JsonAt

  /** A text to sort by, in which upper and lower case are the same. */
  readonly folded: (text: Sql) => Sql

  /**
   * Rows of a full-text index: `id` and `score`, the best highest. The statement fails where the index may be incomplete,
   * because a trigger that keeps it up to date is missing.
   */
  readonly wordMatches: (search: WordSearch) => Sql

  readonly explain: Explain
}

export interface LinkConditions {
  /** That the link leads from the entry: this is true of few links. */
  readonly ofFew: (condition: Sql) => Sql
  /** What kind of link it is: so many are of each kind that no index should find them by it. */
  readonly unindexed: (condition: Sql) => Sql
  /** That the row at the end is published, or a draft: no index of such rows is to find it, since the link has its id. */
  readonly ofVersion: (condition: Sql) => Sql
}

/** What rows are sorted by, for positions in a sorted list. */
export interface SortKeys {
  /** Whether nulls come before all values in ascending order. */
  readonly nullsFirst: boolean
  /** A value as a text that loses nothing; at most so many characters of it, null for null. */
  readonly text: (value: Sql, kind: ColumnKind, longest: number) => Sql
  /** The value that such a text stands for; null where it stands for none. */
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
  /** The text or the number, for values of one type alone; null for all others. */
  readonly only: (type: JsonScalarType) => Sql
  /** Whether a list has this JSON scalar. */
  readonly has: (json: string) => Sql
  /** Null where no index on the column could serve. */
  readonly served: ServedJson | null
}

export type JsonScalarType = 'string' | 'number' | 'boolean'

/**
 * Tests of a value against a JSON scalar, in terms that an index on the column serves. Where there is no value they are
 * false and not null, so they must not be negated.
 */
export interface ServedJson {
  readonly equals: (json: string) => Sql
  readonly has: (json: string) => Sql
}

/** Locks of a transaction, until it ends. */
export interface Locks {
  /** A select whose rows no other transaction may lock or change. */
  readonly rows: (select: Sql) => Sql
  /** An advisory lock on a key: where there is no row yet to lock. */
  readonly key: (key: string) => Sql
  /** The same, for transactions that keep out only those who lock the key for themselves. */
  readonly sharedKey: (key: string) => Sql
  /** Content is being written: migrations wait for the end of the transaction, and this for theirs. */
  readonly content: Sql
  /** From here on, locks can be given back. */
  readonly mark: Sql
  /** Undoes what the transaction did since the mark, which stays; other transactions get the locks. */
  readonly releaseToMark: Sql
}

/** The query plan of a statement. */
export interface Explain {
  /** What to run in place of the statement. */
  readonly statement: (statement: Statement) => Statement
  /** Its rows as text for people: one line a step, indented. */
  readonly lines: (rows: readonly (readonly unknown[])[], statement: Statement) => readonly string[]
  /** Why each line costs much, in a few words; null for steps that do not. */
  readonly costly: (lines: readonly string[]) => readonly (string | null)[]
}

/** Rows are found through the set (`drives`), or are found in another way and then tested (`probed`). */
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
  /** Whether the texts of all rows are looked at: no index has their words. */
  readonly scans?: true | undefined
}
