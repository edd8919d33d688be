/**
 * SQL as a value. `sql` refuses bare text: what is interpolated is another fragment, a bound value (`bind`) or
 * an identifier from `tables/` (`name`). There is no way to write user text into a statement.
 *
 *   sql`select ${name('title')} from ${name('articles')} where ${name('id')} = ${bind(2)}`
 *   → text  select "title" from "articles" where "id" = ?      values [2]
 */

import type { SqlValue, Statement } from './statement.ts'

/**
 * A tree; it becomes flat only when it is rendered, so that putting fragments together copies nothing. Texts side by side
 * are one part: a statement of a megabyte is then some thousand parts, not some hundred thousand.
 */
export interface Sql {
  readonly parts: readonly Part[]
}

type Part = string | Sql | { readonly value: SqlValue }

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

/** A quoted identifier. */
export function name(identifier: string): Sql {
  return { parts: [quoted(identifier)] }
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

/** A number that stays in the statement's text, and so is known when it is planned. */
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

/** The whole statement as one text, for people and for a database's own shell: `write` quotes values. */
export function inline(fragment: Sql, write: (value: SqlValue) => string): string {
  return fragment.parts
    .map((part) => (typeof part === 'string' ? part : 'parts' in part ? inline(part, write) : write(part.value)))
    .join('')
}

export function render(fragment: Sql, placeholder: (position: number) => string): Statement {
  const texts: string[] = []
  const values: SqlValue[] = []
  const visit = ({ parts }: Sql): void => {
    for (const part of parts) {
      if (typeof part === 'string') texts.push(part)
      else if ('parts' in part) visit(part)
      else texts.push(placeholder(values.push(part.value)))
    }
  }
  visit(fragment)
  return { text: texts.join(''), values }
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
