import type Database from 'better-sqlite3'

/** Ids of one copy lie this far from the ids of the next; the fixture's own ids stay below it. */
const idsPerCopy = 100_000

/** Users, roles, tokens, settings and locales exist once; so does the entry of the one single type. */
const existsOnce = /^(admin_|strapi_|up_|i18n_|sqlite_|upload_folders|homepages)/

export type CopiedTable = { readonly name: string; readonly columns: readonly string[]; readonly hasDocuments: boolean }

type Column = { readonly name: string }
type ForeignKey = { readonly from: string; readonly table: string }

export const tableNames = (db: Database.Database): readonly string[] =>
  db
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all() as string[]

export const isCopied = (table: string): boolean => !existsOnce.test(table)

const columnNames = (db: Database.Database, table: string): readonly string[] =>
  (db.pragma(`table_info("${table}")`) as Column[]).map((column) => column.name)

export const copiedTables = (db: Database.Database): readonly CopiedTable[] =>
  tableNames(db)
    .filter(isCopied)
    .map((name) => ({
      name,
      columns: columnNames(db, name),
      hasDocuments: columnNames(db, name).includes('document_id'),
    }))

/** Columns that are not shifted, because the rows that they reference exist once (creators: admin users; accounts: users). */
const keptReferences = (db: Database.Database, table: string): ReadonlySet<string> =>
  new Set(
    (db.pragma(`foreign_key_list("${table}")`) as ForeignKey[])
      .filter((key) => !isCopied(key.table))
      .map((key) => key.from),
  )

// The number of the copy replaces the characters 8 to 12, not the last five: the comments of the fixture differ
// only in their last characters, and would all become versions of one document.
const copiedDocumentId = (copy: string): string => `substr(s.document_id, 1, 7) || ${copy} || substr(s.document_id, 13)`

const copiedValue = (column: string, kept: ReadonlySet<string>, copy: string): string => {
  if (column === 'document_id') return copiedDocumentId(copy)
  const isReference = column === 'id' || (column.endsWith('_id') && !kept.has(column))
  return isReference ? `s."${column}" + k.n * ${idsPerCopy}` : `s."${column}"`
}

type Lists = { readonly names: string; readonly values: string }

/** The values of the row `s` in the copy `k.n`. `copy` is that number in five digits. */
const listsOf = (db: Database.Database, table: CopiedTable, copy: string): Lists => {
  const kept = keptReferences(db, table.name)
  return {
    names: table.columns.map((column) => `"${column}"`).join(', '),
    values: table.columns.map((column) => copiedValue(column, kept, copy)).join(', '),
  }
}

/** One statement that adds the copies 1 … `lastCopy` of a table; reads the schema `source`, writes `main`. */
export const copyStatement = (db: Database.Database, table: CopiedTable): string => {
  const { names, values } = listsOf(db, table, `printf('%05d', k.n)`)
  return `with recursive k(n) as (select 1 where @lastCopy >= 1 union all select n + 1 from k where n < @lastCopy)
    insert into main."${table.name}" (${names}) select ${values} from k cross join source."${table.name}" as s`
}

/** The same within one PostgreSQL database that holds the source; foreign keys are read from the SQLite one. */
export const postgresCopyStatement = (db: Database.Database, table: CopiedTable, lastCopy: number): string => {
  const { names, values } = listsOf(db, table, `lpad(k.n::text, 5, '0')`)
  return `insert into public."${table.name}" (${names})
    select ${values} from generate_series(1, ${lastCopy}) as k(n) cross join public."${table.name}" as s`
}
