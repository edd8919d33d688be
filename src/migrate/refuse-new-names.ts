/**
 * Names of what a migration would create and the database cannot: too long, or the same as one that is there already,
 * where capital letters do not tell names apart.
 */

import { type Problem, ProjectError } from '../config/problem.ts'
import type { Ddl } from '../sql/ddl.ts'
import type { ColumnDefinition, TableDefinition } from '../tables/table-definition.ts'
import type { Inspection } from './inspection.ts'
import type { Step } from './step.ts'

type NameRules = Pick<Ddl, 'nameKey' | 'longestName'>

export function refuseNewNames(
  steps: readonly Step[],
  { tables: found }: Pick<Inspection, 'tables'>,
  rules: NameRules,
): void {
  const remaining = remainingAfter(steps, found, rules)
  const problems = steps.flatMap((step) => problemsOf(step, remaining, rules))
  if (problems.length > 0) throw new ProjectError(problems)
}

/** The names that the steps leave in the database. */
interface Remaining {
  /** By the form in which the database compares names. */
  readonly tables: ReadonlyMap<string, string>
  columnsOf(table: string): readonly string[]
}

function remainingAfter(steps: readonly Step[], found: Inspection['tables'], { nameKey }: NameRules): Remaining {
  const tables = new Set(steps.flatMap((step) => (step.kind === 'dropTable' ? [step.table] : [])))
  const columns = new Set(
    steps.flatMap((step) =>
      step.kind === 'dropColumn' || step.kind === 'retireColumn' ? [keyOf(step.table, step.column)] : [],
    ),
  )
  return {
    tables: new Map([...found.keys()].filter((table) => !tables.has(table)).map((table) => [nameKey(table), table])),
    columnsOf: (table) => [...(found.get(table) ?? [])].filter((column) => !columns.has(keyOf(table, column))),
  }
}

/** No name contains a NUL. */
const keyOf = (table: string, column: string) => `${table}\0${column}`

function problemsOf(step: Step, remaining: Remaining, rules: NameRules): readonly Problem[] {
  switch (step.kind) {
    case 'createTable':
      return [...tableTaken(step.definition, remaining, rules), ...tableTooLong(step.definition, rules)]
    case 'createIndex':
      return isTooLong(step.index.name, rules) ? [longTable(step.table, rules)] : []
    case 'addColumn':
      return [
        ...columnTaken(step.table, step.column, remaining, rules),
        ...(isTooLong(step.column.name, rules) ? [longColumn(step.table, step.column, rules)] : []),
      ]
    default:
      return []
  }
}

function tableTaken({ name }: TableDefinition, { tables }: Remaining, { nameKey }: NameRules): readonly Problem[] {
  const other = tables.get(nameKey(name))
  return other === undefined || other === name ? [] : [of(name, null, isThere(`table ${other}`))]
}

function columnTaken(
  table: string,
  { name }: ColumnDefinition,
  { columnsOf }: Remaining,
  { nameKey }: NameRules,
): readonly Problem[] {
  const other = columnsOf(table).find((column) => column !== name && nameKey(column) === nameKey(name))
  return other === undefined ? [] : [of(table, name, isThere(`column ${other}`))]
}

const isThere = (other: string): string =>
  `The database has the ${other} already, and does not tell capital letters from small ones in names. Leave the name as it was.`

/** Names of indexes are made from those of the table and its columns: with a long column, that is what has to change. */
function tableTooLong({ name, columns, indexes }: TableDefinition, rules: NameRules): readonly Problem[] {
  const wide = columns.filter((column) => isTooLong(column.name, rules))
  const names = [name, ...(wide.length > 0 ? [] : indexes.map((index) => index.name))]
  return [
    ...(names.some((one) => isTooLong(one, rules)) ? [longTable(name, rules)] : []),
    ...wide.map((column) => longColumn(name, column, rules)),
  ]
}

function isTooLong(name: string, { longestName }: NameRules): boolean {
  return longestName !== null && Buffer.byteLength(name) > longestName
}

const longTable = (table: string, rules: NameRules): Problem =>
  of(table, null, `${limit(rules)} Give it a shorter collectionName; the names of its indexes are made from it.`)

const longColumn = (table: string, { name }: ColumnDefinition, rules: NameRules): Problem =>
  of(table, name, `${limit(rules)} Give the attribute a shorter columnName.`)

const limit = ({ longestName }: NameRules): string =>
  `This database takes names of ${longestName} bytes at most, and shortens longer ones: most letters count as one byte, and those outside of English as two to four.`

function of(table: string, column: string | null, message: string): Problem {
  return { file: null, path: column === null ? `table ${table}` : `table ${table}, column ${column}`, message }
}
