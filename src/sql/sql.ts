/**
 * SQL as a value. `sql` refuses bare text: what is interpolated is another fragment, a bound value (`bind`) or
 * an identifier from `tables/` (`name`). There is no way to write user text into a statement.
 *
 *   sql`select ${name('title')} from ${name('articles')} where ${name('id')} = ${bind(2)}`
 *   → text  select "title" from "articles" where "id" = ?      values [2]
 */

import type { SqlValue, Statement } from './statement.ts'

type Chunk = string | { readonly value: SqlValue }

export interface Sql {
  readonly chunks: readonly Chunk[]
}

export function sql(strings: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  const chunks: Chunk[] = []
  strings.forEach((text, index) => {
    if (text !== '') chunks.push(text)
    const part = parts[index]
    if (part !== undefined) chunks.push(...part.chunks)
  })
  return { chunks }
}

export const empty: Sql = { chunks: [] }

export function bind(value: SqlValue): Sql {
  return { chunks: [{ value }] }
}

/** A quoted identifier. */
export function name(identifier: string): Sql {
  return { chunks: [`"${identifier.replaceAll('"', '""')}"`] }
}

export function column(alias: string, identifier: string): Sql {
  return { chunks: [`${alias}."${identifier.replaceAll('"', '""')}"`] }
}

/** A string literal for text that comes from the schema: it stays in the statement's text, and so in its plan. */
export function literal(text: string): Sql {
  return { chunks: [`'${text.replaceAll("'", "''")}'`] }
}

/** A whole number that the engine computed itself. */
export function integer(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`not an integer: ${value}`)
  return { chunks: [String(value)] }
}

/** An alias made by the compiler (`t0`, `t1`, …). */
export function alias(text: string): Sql {
  if (!/^[a-z]+\d*$/.test(text)) throw new Error(`not an alias: ${text}`)
  return { chunks: [text] }
}

export function join(parts: readonly Sql[], separator: string): Sql {
  return { chunks: parts.flatMap((part, index) => (index === 0 ? part.chunks : [separator, ...part.chunks])) }
}

export function render(fragment: Sql, placeholder: (position: number) => string): Statement {
  const values: SqlValue[] = []
  let text = ''
  for (const chunk of fragment.chunks) {
    if (typeof chunk === 'string') text += chunk
    else text += placeholder(values.push(chunk.value))
  }
  return { text, values }
}
