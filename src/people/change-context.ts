/** Shared by all changes of users, tokens and roles: one transaction, and the existing tables. */

import type { Reader } from '../auth/reader.ts'
import { refusal } from '../config/problem.ts'
import { newDocumentId } from '../schema/document-id.ts'
import type { Dialect } from '../sql/dialect.ts'
import { name, type Sql, sql } from '../sql/sql.ts'
import { type Assignment, assign, insertRow, insertSelected, newId, returning } from '../sql/write-rows.ts'

export interface ChangeContext extends Reader {
  readonly stored: Dialect['stored']
  readonly locks: Dialect['locks']
  /** Milliseconds. */
  readonly now: number
}

/** A row of a type without drafts, which counts as published. Columns that the database lacks are left out. */
export async function insertEntry(
  context: ChangeContext,
  table: string,
  own: Readonly<Record<string, Sql>>,
): Promise<number> {
  const time = context.stored(context.now, 'datetime')
  const document = context.stored(newDocumentId(), 'text')
  const all = { document_id: document, ...own, created_at: time, updated_at: time, published_at: time }
  const isKnown = ({ column }: Assignment) => context.hasColumn(table, column)
  return newId(await context.rows(returning(insertRow(table, assign(all).filter(isKnown)), 'id')))
}

export interface Link {
  readonly table: string
  readonly from: readonly [column: string, id: number]
  readonly to: readonly [column: string, id: number]
  /** The order column for links to the same row. */
  readonly order: string
}

export async function insertLink(context: ChangeContext, { table, from, to, order }: Link): Promise<void> {
  const [source, target] = [context.stored(from[1], 'id'), context.stored(to[1], 'id')]
  const select = sql`select ${source}, ${target}, coalesce(max(${name(order)}), 0) + 1 from ${name(table)} where ${name(to[0])} = ${target}`
  await context.rows(insertSelected({ table, columns: [from[0], to[0], order], select }))
}

/** The tables of accounts are created by Lectern or by Strapi's plugin; a project may have none. */
export function needTables(reader: Reader, ...tables: readonly string[]): void {
  const missing = tables.find((table) => !reader.hasTables(table))
  if (missing === undefined) return
  throw refusal(`The database has no table ${missing}; lectern migrate creates the tables of a new database.`)
}
