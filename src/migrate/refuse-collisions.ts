/**
 * Names that differ in the schema files and are the same in the database: `fooBar` and `foo_bar`, a table that is named
 * like the links of another, or an attribute that is named like a column of the database itself. And names that no
 * database takes.
 */

import { type Problem, ProjectError } from '../config/problem.ts'
import type { Ddl } from '../sql/ddl.ts'
import { SERVICE_TABLES } from '../tables/service-tables.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { RECORD_DEFINITION } from './bookkeeping.ts'

export type NamesOf = Pick<Ddl, 'ownColumns' | 'ownPrefix' | 'nameKey'>

/** `known`: existing tables of content, whatever their names. */
export function refuseCollisions(
  tables: readonly TableDefinition[],
  names: NamesOf,
  known: Pick<ReadonlySet<string>, 'has'> = new Set(),
): void {
  const problems = [
    ...sharedTables(tables, names),
    ...tables.filter(({ name }) => !known.has(name) && isTaken(name, names)).map((table) => of(table, null, TAKEN)),
    ...tables.flatMap((table) => (isUsable(table.name) ? [] : [of(table, null, UNUSABLE_TABLE)])),
    ...tables.flatMap((table) => columnProblems(table, names)),
  ]
  if (problems.length > 0) throw new ProjectError(problems)
}

const SHARED =
  'Two types, components or relations would be stored in this table, or one in a table of Lectern itself. Give one of them another collectionName, or its attribute another name.'
const TAKEN =
  'Tables of Lectern, or of the database itself, have names that begin like this. Give it another collectionName.'
const UNUSABLE_TABLE = 'No database has a table of this name. Give it another collectionName.'
const UNUSABLE_COLUMN =
  'No column can have this name: the name of an attribute needs a letter or a digit. Rename it, or give it a columnName.'
const SHARED_COLUMN =
  'Two attributes would be stored in this column. Rename one of them, or give it a columnName (a relation: joinColumn or morphColumn) of its own.'
const OWN_COLUMN =
  'Every table of this database has a column of that name. Rename the attribute, or give it a columnName.'

function sharedTables(tables: readonly TableDefinition[], { nameKey }: NamesOf): readonly Problem[] {
  const known = new Map([...tables, RECORD_DEFINITION].map((table) => [nameKey(table.name), table]))
  const keys = [RECORD_DEFINITION, ...tables].map(({ name }) => nameKey(name))
  return repeated(keys).flatMap((key) => {
    const table = known.get(key)
    return table === undefined ? [] : [of(table, null, SHARED)]
  })
}

/** The prefix of Lectern's own tables. */
const LECTERN_PREFIX = 'lectern_'

function isTaken(name: string, { ownPrefix, nameKey }: NamesOf): boolean {
  const key = nameKey(name)
  if (ownPrefix !== null && key.startsWith(ownPrefix)) return true
  return key.startsWith(LECTERN_PREFIX) && !SERVICE_TABLES.some((table) => table.name === name)
}

function columnProblems(table: TableDefinition, { ownColumns, nameKey }: NamesOf): readonly Problem[] {
  const columns = table.columns.map(({ name }) => name)
  const shared = repeated(columns.map(nameKey))
  const first = (key: string) => columns.find((column) => nameKey(column) === key) ?? key
  return [
    ...shared.map((key) => of(table, first(key), SHARED_COLUMN)),
    ...columns.filter((column) => ownColumns.has(column)).map((column) => of(table, column, OWN_COLUMN)),
    ...columns.filter((column) => !isUsable(column)).map((column) => of(table, column, UNUSABLE_COLUMN)),
  ]
}

/** Names end at a NUL, and half of a surrogate pair is no character. */
function isUsable(name: string): boolean {
  return name !== '' && !/[\0\p{Cs}]/u.test(name)
}

function of(table: TableDefinition, column: string | null, message: string): Problem {
  const at = `table ${shown(table.name)}`
  return { file: null, path: column === null ? at : `${at}, column ${shown(column)}`, message }
}

const shown = (name: string): string => (isUsable(name) ? name : JSON.stringify(name))

/** Each once. */
function repeated(names: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const isRepeated = (name: string) => seen.has(name) || seen.add(name) === null
  return [...new Set(names.filter(isRepeated))]
}
