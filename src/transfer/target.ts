/** The database that an archive goes to. */

import type { Row } from '../execute/database.ts'
import { modelsOf } from '../schema/models.ts'
import type { Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { name, type Sql, sql } from '../sql/sql.ts'
import { deleteAll } from '../sql/write-rows.ts'
import { defineLinkTables } from '../tables/define-link-tables.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import type { Room } from './column-room.ts'
import { isLeftOut, SETTINGS_TYPES } from './left-out.ts'

export interface Target {
  /** Runs a statement inside the transaction. */
  readonly run: RunSql
  readonly schema: Schema
  readonly tables: Tables
  readonly dialect: Dialect
  readonly room: Room
  /** Columns of each table that there is. */
  readonly columns: ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>
  /** Statements for a table that received many rows with given ids. */
  readonly settle: (table: string) => readonly Sql[]
  readonly isOutage: (error: unknown) => boolean
}

export type RunSql = (statement: Sql) => Promise<readonly Row[]>

/** Entries of each type that has any, settings aside. */
export async function contentIn(
  target: Pick<Target, 'run' | 'schema' | 'tables' | 'columns'>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const uid of contentTypes(target.schema)) {
    const { table } = tableOf(target.tables, uid)
    if (SETTINGS_TYPES.includes(uid) || !target.columns.has(table)) continue
    const [row] = await target.run(sql`select count(*) from ${name(table)}`)
    const count = Number(row?.[0])
    if (count > 0) found.set(uid, count)
  }
  return found
}

/** Deletes everything except settings that the archive does not replace. */
export async function wipe(target: Target, replacedSettings: (uid: string) => boolean): Promise<void> {
  const { schema, tables, run } = target
  const isKept = (uid: string) => SETTINGS_TYPES.includes(uid) && !replacedSettings(uid)
  const models = modelsOf(schema).filter(({ uid }) => !isLeftOut(uid) && !isKept(uid))
  const between = models.flatMap((model) => defineLinkTables(schema, model).map((table) => table.name))
  const own = models.map(({ uid }) => tableOf(tables, uid).table)
  for (const table of [...between, ...own]) await run(deleteAll(table))
}

export function contentTypes(schema: Schema): readonly string[] {
  return [...schema.contentTypes.keys()].filter((uid) => !isLeftOut(uid))
}
