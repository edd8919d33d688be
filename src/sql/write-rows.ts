/**
 * Statements that write rows. Every `insert`, `update` and `delete` outside `dialects/` is written here, so that what
 * differs between databases has one place to look for.
 */

import { bind, column, type IdPair, inSyntax, join, name, type Sql, type Syntax, sql } from './sql.ts'

/** `column = value`. */
export interface Assignment {
  readonly column: string
  readonly value: Sql
}

export type RowValues = readonly Assignment[]

/** The values of a row, given by column. */
export function assign(values: Readonly<Record<string, Sql>>): RowValues {
  return Object.entries(values).map(([column, value]) => ({ column, value }))
}

export function insertRow(table: string, row: RowValues): Sql {
  return row.length === 0
    ? sql`insert into ${name(table)} ${inSyntax(({ defaultRow }) => defaultRow)}`
    : insertRows(table, [row])
}

/** All rows name the same columns, at least one. */
export function insertRows(table: string, rows: readonly RowValues[]): Sql {
  const columns = (rows[0] ?? []).map(({ column }) => column)
  const values = rows.map((row) => sql`(${list(row.map((one) => written(table, one)))})`)
  return sql`insert into ${name(table)} (${names(columns)}) values ${list(values)}`
}

/** The same for hundreds of rows, which some databases take faster in a form of their own; they give no ids. */
export function insertManyRows(table: string, rows: readonly RowValues[]): Sql {
  const columns = (rows[0] ?? []).map(({ column }) => column)
  const values = inSyntax((syntax) => {
    return syntax.manyRows(rows.map((row) => row.map((one) => asWritten(syntax, table, one))))
  })
  return sql`insert into ${name(table)} (${names(columns)}) ${values}`
}

/** `select` gives the values of `columns`, in that order. */
export interface SelectedRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly select: Sql
}

export function insertSelected({ table, columns, select }: SelectedRows): Sql {
  return sql`insert into ${name(table)} (${names(columns)}) ${select}`
}

/** Rows that a unique index has already are left out. */
export function ignoreConflicts(insert: Sql): Sql {
  return inSyntax((syntax) => syntax.ignoringConflicts(insert))
}

/** Makes a write give a column of the rows that it wrote. */
export function returning(write: Sql, column: string): Sql {
  return inSyntax((syntax) => syntax.returning(write, column))
}

/** The id that `returning(insertRow(…), 'id')` gave. */
export function newId(rows: readonly (readonly unknown[])[]): number {
  const id = Number(rows[0]?.[0])
  if (!Number.isSafeInteger(id)) throw new Error('the database gave no id for a new row')
  return id
}

export function updateRow(table: string, id: number, row: RowValues): Sql {
  return updateWhere(table, row, hasId(id))
}

export function updateWhere(table: string, row: RowValues, where: Sql): Sql {
  return sql`update ${name(table)} set ${changes(row, (one) => written(table, one))} where ${where}`
}

/** `from` is joined to the rows of the table, for the values and for the condition. */
export interface JoinedUpdate {
  readonly table: string
  readonly row: RowValues
  readonly from: Sql
  readonly where: Sql
}

export function updateJoined({ table, row, from, where }: JoinedUpdate): Sql {
  return inSyntax((syntax) => syntax.updateJoined({ table: name(table), changes: changes(row), from, where }))
}

/** Some columns of one row, for another row of the same table. */
export interface ColumnCopy {
  readonly table: string
  readonly columns: readonly string[]
  readonly from: number
}

/** A new row. `own` are the columns that are not copied. */
export function insertCopy({ table, columns, from }: ColumnCopy, own: RowValues): Sql {
  const values = [...columns.map(name), ...own.map((one) => written(table, one))]
  return insertSelected({
    table,
    columns: [...columns, ...own.map(({ column }) => column)],
    select: sql`select ${list(values)} from ${name(table)} where ${hasId(from)}`,
  })
}

/** Rows and their copies, of one table or of several. */
export function idPairs(pairs: readonly IdPair[]): Sql {
  return inSyntax((syntax) => syntax.idPairs(pairs))
}

/** Some columns of many rows, for other rows of the same table. */
export interface ColumnCopies {
  readonly table: string
  readonly columns: readonly string[]
  readonly pairs: readonly IdPair[]
}

/** Inserts copies in the order of the placeholder ids in `to`. `own`: the column for `text`. */
export function insertCopies({ table, columns, pairs }: ColumnCopies, own: string | null): Sql {
  const text = own === null ? [] : [written(table, { column: own, value: column('m', 'text') })]
  const values = [...columns.map((copied) => column('s', copied)), ...text]
  return insertSelected({
    table,
    columns: [...columns, ...(own === null ? [] : [own])],
    select: sql`select ${list(values)} from ${idPairs(pairs)} as m cross join ${name(table)} as s where s."id" = m."source" order by m."copy"`,
  })
}

export function updateFromCopies({ table, columns, pairs }: ColumnCopies): Sql {
  return updateJoined({
    table,
    row: columns.map((copied) => ({ column: copied, value: column('s', copied) })),
    from: sql`${idPairs(pairs)} as m cross join ${name(table)} as s`,
    where: sql`s."id" = m."source" and ${name(table)}.${name('id')} = m."copy"`,
  })
}

export function deleteRow(table: string, id: number): Sql {
  return deleteWhere(table, hasId(id))
}

export function deleteWhere(table: string, where: Sql): Sql {
  return sql`${deleteAll(table)} where ${where}`
}

export function deleteAll(table: string): Sql {
  return sql`delete from ${name(table)}`
}

function changes(row: RowValues, valueIn: (one: Assignment) => Sql = ({ value }) => value): Sql {
  return list(row.map((one) => sql`${name(one.column)} = ${valueIn(one)}`))
}

/** Values that are copied from column to column have the right type already, and are not written so. */
function written(table: string, one: Assignment): Sql {
  return inSyntax((syntax) => asWritten(syntax, table, one))
}

function asWritten(syntax: Syntax, table: string, { column, value }: Assignment): Sql {
  return syntax.written === null ? value : syntax.written(table, column, value)
}

function hasId(id: number): Sql {
  return sql`"id" = ${bind(id)}`
}

function names(columns: readonly string[]): Sql {
  return list(columns.map(name))
}

function list(fragments: readonly Sql[]): Sql {
  return join(fragments, ', ')
}
