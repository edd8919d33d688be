/** Writes rows inside the transaction of a store. */

import type { Row } from '../execute/database.ts'
import { bind, type IdPair, join, name, type Sql, sql } from '../sql/sql.ts'
import type { Assignment, ColumnCopies, ColumnCopy, RowValues } from '../sql/write-rows.ts'
import * as statements from '../sql/write-rows.ts'
import type { Store } from './store.ts'

export type { Assignment, ColumnCopy, RowValues }

export async function insertRow(store: Store, table: string, row: RowValues): Promise<number> {
  return statements.newId(await store.run(statements.returning(statements.insertRow(table, row), 'id')))
}

/** Values in one statement: databases take no more than some ten thousand. */
const MOST_VALUES = 5_000

/** Ids in parts, each of which one statement can name: an entry may be linked to any number of others. */
export function inParts(ids: readonly number[], size = MOST_VALUES): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, part) => ids.slice(part * size, (part + 1) * size))
}

/** A condition on rows: those with one of these ids in a column. */
export function isOneOf(column: string, ids: readonly number[]): Sql {
  return sql`${name(column)} in (${join(ids.map(bind), ', ')})`
}

/** The ids are in the order of the rows. Consecutive rows with the same columns are inserted together. */
export async function insertRows(store: Store, table: string, rows: readonly RowValues[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const alike of rowsAlike(rows)) ids.push(...(await insertAlike(store, table, alike)))
  return ids
}

function rowsAlike(rows: readonly RowValues[]): readonly (readonly RowValues[])[] {
  const groups: RowValues[][] = []
  let columns = ''
  for (const row of rows) {
    const own = JSON.stringify(row.map(({ column }) => column))
    const group = groups.at(-1)
    const fits = group !== undefined && own === columns && (group.length + 1) * row.length <= MOST_VALUES
    if (fits && row.length > 0) group.push(row)
    else groups.push([row])
    columns = own
  }
  return groups
}

async function insertAlike(store: Store, table: string, rows: readonly RowValues[]): Promise<readonly number[]> {
  const [first, ...others] = rows
  if (first === undefined) return []
  if (others.length === 0) return [await insertRow(store, table, first)]
  const inserted = await store.run(statements.returning(statements.insertRows(table, rows), 'id'))
  return idsInOrder(inserted, rows.length)
}

/** Ids are assigned in the order of the rows; the order in which they are returned is not guaranteed. */
function idsInOrder(inserted: readonly Row[], count: number): readonly number[] {
  if (inserted.length !== count) throw new Error('the database gave no ids for new rows')
  return inserted.map(([id]) => Number(id)).sort((a, b) => a - b)
}

export async function updateRow(store: Store, table: string, id: number, row: RowValues): Promise<void> {
  if (row.length > 0) await store.run(statements.updateRow(table, id, row))
}

/** A new row with some columns of another one. `own` are the columns that are not copied. */
export async function insertCopy(store: Store, copy: ColumnCopy, own: RowValues): Promise<number> {
  if (copy.columns.length + own.length === 0) return insertRow(store, copy.table, [])
  return statements.newId(await store.run(statements.returning(statements.insertCopy(copy, own), 'id')))
}

/** New rows with some columns of others. `own` is the column that the text of a pair is for. The ids are in the order of the pairs. */
export async function insertCopies(
  store: Store,
  copies: Omit<ColumnCopies, 'pairs'>,
  { rows, own }: { readonly rows: readonly Omit<IdPair, 'to'>[]; readonly own: string | null },
): Promise<readonly number[]> {
  if (rows.length === 0) return []
  if (copies.columns.length === 0 && own === null) {
    return insertRows(store, copies.table, Array(rows.length).fill([]))
  }
  const pairs = rows.map((row, index) => ({ ...row, to: index }))
  const inserted = await store.run(statements.returning(statements.insertCopies({ ...copies, pairs }, own), 'id'))
  return idsInOrder(inserted, rows.length)
}

export async function updateFromCopies(store: Store, copies: ColumnCopies): Promise<void> {
  if (copies.columns.length > 0 && copies.pairs.length > 0) await store.run(statements.updateFromCopies(copies))
}
