/**
 * SQL as a value. `sql` refuses bare text: what is interpolated is another fragment, a bound value (`bind`) or
 * an identifier from `tables/` (`name`). There is no way to write user text into a statement.
 *
 *   sql`select ${name('title')} from ${name('articles')} where ${name('id')} = ${bind(2)}`
 *   → text  select "title" from "articles" where "id" = ?      values [2]
 */

import type { SqlValue, Statement } from './statement.ts'

/**
 * A tree that is flattened only when rendered, so that combining fragments copies nothing. Adjacent texts are merged: a
 * statement of a megabyte has some thousand parts, not some hundred thousand.
 */
export interface Sql {
  readonly parts: readonly Part[]
}

type Part = string | Sql | { readonly value: SqlValue } | { readonly write: (syntax: Syntax) => Sql }

/** The ids of a row and its copy; `text`: a value that only the copy has. */
export interface IdPair {
  readonly from: number
  readonly to: number
  readonly text?: string
}

/**
 * Syntax that databases write differently. It is passed to `render`: code that builds a statement need not know the
 * database.
 */
export interface Syntax {
  readonly placeholder: (position: number) => string
  /** An identifier in quotes. Null where they are double quotes, as in the standard and in the texts of `sql`. */
  readonly identifier: ((identifier: string) => string) | null
  /** A table to read from, before `as`: a select, if some columns have types that are read through a cast. */
  readonly rows: (table: string) => Sql
  /** A value cast to the column's type; null if columns take values as they are. */
  readonly written: ((table: string, column: string, value: Sql) => Sql) | null
  /** After `with m`: a query whose rows are computed once, however often they are used. */
  readonly gathered: (query: Sql) => Sql
  /** In an insert, in place of columns and values: a row of defaults. */
  readonly defaultRow: Sql
  /** In an insert, after its columns: many rows, with a value for each column. */
  readonly manyRows: (rows: readonly (readonly Sql[])[]) => Sql
  /**
   * A table of pairs, with the columns `source`, `copy` and `text`, to join with. It takes few bound values for any number
   * of pairs.
   */
  readonly idPairs: (pairs: readonly IdPair[]) => Sql
  /** An insert that skips rows with a unique violation. */
  readonly ignoringConflicts: (insert: Sql) => Sql
  /** A write that returns a column of the written rows. */
  readonly returning: (write: Sql, column: string) => Sql
  /** An update of the rows of a table that `from` and `where` join to others. */
  readonly updateJoined: (update: Readonly<Record<'table' | 'changes' | 'from' | 'where', Sql>>) => Sql
}

export function sql(strings: TemplateStringsArray, ...inserted: readonly Sql[]): Sql {
  const parts: Part[] = []
  for (let index = 0; index < strings.length; index += 1) {
    addText(parts, strings[index] ?? '')
    const next = inserted[index]
    if (next !== undefined) add(parts, next)
  }
  return { parts }
}

function addText(parts: Part[], text: string): void {
  const last = parts.at(-1)
  if (typeof last === 'string') parts[parts.length - 1] = last + text
  else if (text !== '') parts.push(text)
}

function add(parts: Part[], fragment: Sql): void {
  const [only] = fragment.parts
  if (fragment.parts.length > 1) parts.push(fragment)
  else if (typeof only === 'string') addText(parts, only)
  else if (only !== undefined) parts.push(only)
}

export function bind(value: SqlValue): Sql {
  return { parts: [{ value }] }
}

/** A part that each database writes in its own syntax; it is written when the statement is rendered. */
export function inSyntax(write: (syntax: Syntax) => Sql): Sql {
  return { parts: [{ write }] }
}

/** A quoted identifier. */
export function name(identifier: string): Sql {
  return { parts: [quoted(identifier)] }
}

/** Whether a CTE may have this name. A table of the project with such a name is read with its schema's name. */
export function isNameOfGathered(table: string): boolean {
  return /^(?:[a-z]|best)$/i.test(table)
}

/** A table to read from, before `as`. */
export function rowsOf(table: string): Sql {
  return inSyntax(({ rows }) => rows(table))
}

export function column(alias: string, identifier: string): Sql {
  return { parts: [`${alias}.${quoted(identifier)}`] }
}

/** A string literal for text that comes from the schema: it stays in the statement's text, and so in its plan. */
export function literal(text: string): Sql {
  return { parts: [quotedText(text)] }
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A number in the statement's text, known to the planner. */
export function integer(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`not an integer: ${value}`)
  return { parts: [String(value)] }
}

/** An alias made by the compiler (`t0`, `t1`, …). */
export function alias(text: string): Sql {
  if (!/^[a-z]+\d*$/.test(text)) throw new Error(`not an alias: ${text}`)
  return { parts: [text] }
}

export function join(fragments: readonly Sql[], separator: string): Sql {
  const parts: Part[] = []
  for (const [index, fragment] of fragments.entries()) {
    if (index > 0) addText(parts, separator)
    add(parts, fragment)
  }
  return { parts }
}

/** A `where` of all conditions; none without conditions, since databases count a whole table faster. */
export function whereAll(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql` where ${join(conditions, ' and ')}`
}

/** The whole statement as one text, to be shown or passed to a database shell: `write` quotes values. */
export function inline(fragment: Sql, syntax: Syntax, write: (value: SqlValue) => string): string {
  const texts: string[] = []
  visit(fragment, syntax, texts, write)
  return texts.join('')
}

export function render(fragment: Sql, syntax: Syntax): Statement {
  const texts: string[] = []
  const values: SqlValue[] = []
  visit(fragment, syntax, texts, (value) => syntax.placeholder(values.push(value)))
  return { text: texts.join(''), values }
}

function visit({ parts }: Sql, syntax: Syntax, texts: string[], write: (value: SqlValue) => string): void {
  for (const part of parts) {
    if (typeof part === 'string') texts.push(syntax.identifier === null ? part : requoted(part, syntax.identifier))
    else if ('parts' in part) visit(part, syntax, texts, write)
    else if ('value' in part) texts.push(write(part.value))
    else visit(part.write(syntax), syntax, texts, write)
  }
}

/** String literals are skipped: quotes in them are text. */
const LITERAL_OR_IDENTIFIER = /'(?:[^']|'')*'|"((?:[^"]|"")*)"/g

function requoted(text: string, identifier: (name: string) => string): string {
  return text.replaceAll(LITERAL_OR_IDENTIFIER, (found: string, name: string | undefined) =>
    name === undefined ? found : identifier(name.replaceAll('""', '"')),
  )
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
