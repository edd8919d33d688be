/** Rows: insert, update, delete, copy. */

import { bind, join, name, type Sql, sql } from '../sql/sql.ts'
import type { Store } from './store.ts'

export interface Assignment {
  readonly column: string
  readonly value: Sql
}

export async function insertRow(store: Store, table: string, values: readonly Assignment[]): Promise<number> {
  const columns = values.map(({ column }) => name(column))
  const given = values.map(({ value }) => value)
  const inserted =
    values.length === 0 ? sql`default values` : sql`(${join(columns, ', ')}) values (${join(given, ', ')})`
  return idOf(await store.run(sql`insert into ${name(table)} ${inserted} returning "id"`))
}

/** Values that one statement may bring: databases take no more than some ten thousand. */
const MOST_VALUES = 5_000

/** The ids are in the order of the rows. Rows that follow each other and name the same columns go in together. */
export async function insertRows(
  store: Store,
  table: string,
  rows: readonly (readonly Assignment[])[],
): Promise<readonly number[]> {
  const ids: number[] = []
  for (const alike of rowsAlike(rows)) ids.push(...(await insertAlike(store, table, alike)))
  return ids
}

function rowsAlike(rows: readonly (readonly Assignment[])[]): readonly (readonly Assignment[])[][] {
  const groups: (readonly Assignment[])[][] = []
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

async function insertAlike(
  store: Store,
  table: string,
  rows: readonly (readonly Assignment[])[],
): Promise<readonly number[]> {
  const [first, ...others] = rows
  if (first === undefined) return []
  if (others.length === 0) return [await insertRow(store, table, first)]
  const columns = join(
    first.map(({ column }) => name(column)),
    ', ',
  )
  const values = rows.map(
    (row) =>
      sql`(${join(
        row.map(({ value }) => value),
        ', ',
      )})`,
  )
  const inserted = await store.run(
    sql`insert into ${name(table)} (${columns}) values ${join(values, ', ')} returning "id"`,
  )
  if (inserted.length !== rows.length) throw new Error('the database gave no ids for new rows')
  // Ids are given as rows go in, one after the other; in which order they are told is nowhere promised.
  return inserted.map(([id]) => Number(id)).sort((a, b) => a - b)
}

export async function updateRow(store: Store, table: string, id: number, values: readonly Assignment[]): Promise<void> {
  if (values.length === 0) return
  const changes = values.map(({ column, value }) => sql`${name(column)} = ${value}`)
  await store.run(sql`update ${name(table)} set ${join(changes, ', ')} where "id" = ${bind(id)}`)
}

export async function deleteRow(store: Store, table: string, id: number): Promise<void> {
  await store.run(sql`delete from ${name(table)} where "id" = ${bind(id)}`)
}

/** A new row with some columns of another one. `own` takes the place of what is copied. */
export async function insertCopy(
  store: Store,
  table: string,
  from: number,
  copied: readonly string[],
  own: readonly Assignment[],
): Promise<number> {
  const columns = [...copied, ...own.map(({ column }) => column)].map(name)
  const values = [...copied.map(name), ...own.map(({ value }) => value)]
  if (columns.length === 0) return insertRow(store, table, [])
  return idOf(
    await store.run(
      sql`insert into ${name(table)} (${join(columns, ', ')}) select ${join(values, ', ')} from ${name(table)} where "id" = ${bind(from)} returning "id"`,
    ),
  )
}

export async function updateFromCopy(
  store: Store,
  table: string,
  from: number,
  to: number,
  copied: readonly string[],
): Promise<void> {
  if (copied.length === 0) return
  const columns = join(copied.map(name), ', ')
  await store.run(
    sql`update ${name(table)} set (${columns}) = (select ${columns} from ${name(table)} where "id" = ${bind(from)}) where "id" = ${bind(to)}`,
  )
}

function idOf(rows: readonly (readonly unknown[])[]): number {
  const id = Number(rows[0]?.[0])
  if (!Number.isSafeInteger(id)) throw new Error('the database gave no id for a new row')
  return id
}
