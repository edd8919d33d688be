/**
 * Full-text search with FTS5. Each index is one table for published rows and one for drafts, with their own copies of
 * the texts: a score depends on how rare words are, and hidden rows must not influence it. The triggers use only what
 * every build of SQLite has.
 *
 * An index is used only if the table has its triggers: programs that rebuild a table drop them.
 */

import type BetterSqlite3 from 'better-sqlite3'
import { ApiError } from '../../errors/api-error.ts'
import type { SearchTerm, WordSearch } from '../../plan/read-plan.ts'
import type { SearchDdl } from '../../sql/search-ddl.ts'
import { bind, integer, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { INDEXED_CHARACTERS, type SearchIndex } from '../../tables/search-index.ts'

/** Symbols and emoji that are newer than FTS5's tables, which take them for letters. */
const SYMBOLS: readonly (readonly [number, number])[] = [
  [0x2066, 0x2069],
  [0x20ba, 0x20cf],
  [0x23f4, 0x23ff],
  [0x2b4d, 0x2bff],
  [0x2e3c, 0x2e7f],
  [0x1f300, 0x1faff],
]

const SEPARATORS = SYMBOLS.map(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(''),
).join('')

/** Splits and folds words as `vocabulary/words.ts` does. */
const TOKENIZER = literal(`unicode61 remove_diacritics 2 categories 'L* N*' separators '${SEPARATORS}'`)

const EVENTS = ['insert', 'update', 'delete'] as const
type Event = (typeof EVENTS)[number]

const triggerName = ({ name: index }: SearchIndex, event: Event): string => `${index}_${event}`
const draftsOf = ({ name: index }: SearchIndex): string => `${index}_drafts`
const columnName = (number: number): string => `c${number}`

export const sqliteSearch: SearchDdl = {
  objects: sql`select tbl_name, name from sqlite_master where name glob 'lectern_words_*' and (type = 'trigger' or sql like 'create virtual table%')`,
  partsOf: (index) => [index.name, ...(index.versions ? [draftsOf(index)] : []), ...triggerNames(index)],
  build: (index) => [
    ...tablesOf(index).flatMap(({ table, rows }) => createTable(index, table, rows)),
    ...EVENTS.map((event) => createTrigger(index, event)),
  ],
  drop: (_index, objects) => [
    ...objects.filter(isTrigger).map((trigger) => sql`drop trigger ${name(trigger.name)}`),
    ...objects.filter((object) => !isTrigger(object)).map((table) => sql`drop table ${name(table.name)}`),
  ],
}

const triggerNames = (index: SearchIndex): readonly string[] => EVENTS.map((event) => triggerName(index, event))
const isTrigger = (object: { readonly name: string; readonly table: string }): boolean => object.name !== object.table

interface FtsTable {
  readonly table: string
  /** The condition for rows to be in the table; null for all. */
  readonly rows: ((row: Sql) => Sql) | null
}

function tablesOf(index: SearchIndex): readonly FtsTable[] {
  if (!index.versions) return [{ table: index.name, rows: null }]
  return [
    { table: index.name, rows: (row) => sql`${row}."published_at" is not null` },
    { table: draftsOf(index), rows: (row) => sql`${row}."published_at" is null` },
  ]
}

function createTable(index: SearchIndex, table: string, rows: FtsTable['rows']): readonly Sql[] {
  const columns = index.columns.map((_, number) => name(columnName(number)))
  return [
    sql`create virtual table ${name(table)} using fts5(${join(columns, ', ')}, tokenize = ${TOKENIZER})`,
    sql`insert into ${name(table)} (rowid, ${join(columns, ', ')}) select ${textsOf(index, sql`t`)} from ${name(index.table)} as t${rows === null ? sql`` : sql` where ${rows(sql`t`)}`}`,
  ]
}

function textsOf({ columns }: SearchIndex, row: Sql): Sql {
  const texts = columns.map((column) => sql`substr(${row}.${name(column)}, 1, ${integer(INDEXED_CHARACTERS)})`)
  return join([sql`${row}."id"`, ...texts], ', ')
}

/** Each row is deleted before it is inserted, because REPLACE deletes rows without firing a trigger. */
function createTrigger(index: SearchIndex, event: Event): Sql {
  const watched = [...index.columns, 'id', ...(index.versions ? ['published_at'] : [])]
  const on =
    event === 'update'
      ? sql`update of ${join(watched.map(name), ', ')}`
      : event === 'insert'
        ? sql`insert`
        : sql`delete`
  const removed = event === 'update' ? [sql`old`, sql`new`] : event === 'insert' ? [sql`new`] : [sql`old`]
  const body = tablesOf(index).flatMap(({ table, rows }) => [
    ...removed.map((row) => sql`delete from ${name(table)} where rowid = ${row}."id"`),
    ...(event === 'delete' ? [] : [addRow(index, table, rows)]),
  ])
  return sql`create trigger ${name(triggerName(index, event))} after ${on} on ${name(index.table)} begin ${join(body, '; ')}; end`
}

function addRow(index: SearchIndex, table: string, rows: FtsTable['rows']): Sql {
  const columns = index.columns.map((_, number) => name(columnName(number)))
  const some = rows === null ? sql`` : sql` where ${rows(sql`new`)}`
  return sql`insert into ${name(table)} (rowid, ${join(columns, ', ')}) select ${textsOf(index, sql`new`)}${some}`
}

/** FTS5 ranks the best match lowest, so the score is negated. */
export function wordMatches(search: WordSearch): Sql {
  const { index, rows, columns, scored } = search
  const table = name(rows === 'drafts' ? draftsOf(index) : index.name)
  const weights = index.columns.map((_, number) =>
    bind(columns.find((column) => column.number === number)?.weight ?? 0),
  )
  const score = scored ? sql`-bm25(${table}, ${join(weights, ', ')})` : sql`0.0`
  const triggers = triggerNames(index).map(literal)
  const isTrusted = sql`(select count(*) from sqlite_master where type = 'trigger' and tbl_name = ${literal(index.table)} and name in (${join(triggers, ', ')})) = ${integer(triggers.length)}`
  // Evaluated before the index is searched, so that it fails even if nothing would be found.
  return sql`select rowid as id, ${score} as score from ${table} where ${table} match case when ${isTrusted} then ${bind(matchText(search))} else lectern_unsearchable() end`
}

/** Words are quoted, so none of them is an operator. */
function matchText({ terms, columns }: WordSearch): string {
  const of = (excluded: boolean) => terms.filter((term) => term.excluded === excluded).map(termText)
  const [sought, not] = [of(false).join(' AND '), of(true).join(' OR ')]
  const all = not === '' ? `(${sought})` : `((${sought}) NOT (${not}))`
  return `{${columns.map(({ number }) => columnName(number)).join(' ')}} : ${all}`
}

function termText({ words, prefix }: SearchTerm): string {
  return `"${words.join(' ')}"${prefix ? ' *' : ''}`
}

export function addSearchFunction(connection: BetterSqlite3.Database): void {
  connection.function('lectern_unsearchable', () => {
    throw new ApiError('SEARCH_UNAVAILABLE')
  })
}

/** Whether a statement failed because its index was dropped in the meantime. */
export function isWithoutIndex(error: unknown): boolean {
  return error instanceof Error && /^no such table: lectern_words_/.test(error.message)
}
