/**
 * Names of what a migration would create and the database cannot: too long, or the same as one that is there already,
 * where capital letters do not tell names apart.
 */

import { type Problem, ProjectError } from '../config/problem.ts'
import type { Ddl } from '../sql/ddl.ts'
import type { Inspection } from './inspection.ts'
import type { Step } from './step.ts'

export function refuseNewNames(
  steps: readonly Step[],
  { tables: found }: Pick<Inspection, 'tables'>,
  { nameKey, longestName }: Pick<Ddl, 'nameKey' | 'longestName'>,
): void {
  const dropped = new Set(steps.flatMap((step) => (step.kind === 'dropTable' ? [step.table] : [])))
  const goes = (table: string, column: string) =>
    steps.some(
      (step) =>
        (step.kind === 'dropColumn' || step.kind === 'retireColumn') && step.table === table && step.column === column,
    )
  const tables = new Map([...found.keys()].filter((name) => !dropped.has(name)).map((name) => [nameKey(name), name]))
  const tooLong = (names: readonly string[]) =>
    longestName !== null && names.some((name) => Buffer.byteLength(name) > longestName)
  const long = `This database takes names of ${longestName} bytes at most, and shortens longer ones: most letters count as one byte, and those outside of English as two to four.`

  const problems = steps.flatMap((step): readonly Problem[] => {
    if (step.kind === 'createTable') {
      const { name, columns, indexes } = step.definition
      const other = tables.get(nameKey(name))
      const wide = columns.filter((column) => tooLong([column.name]))
      return [
        ...(other === undefined || other === name ? [] : [of(name, null, isThere(`table ${other}`))]),
        ...(tooLong([name, ...(wide.length > 0 ? [] : indexes.map((index) => index.name))])
          ? [of(name, null, `${long} ${SHORTER_TABLE}`)]
          : []),
        ...wide.map((column) => of(name, column.name, `${long} ${SHORTER_COLUMN}`)),
      ]
    }
    if (step.kind === 'createIndex' && tooLong([step.index.name])) {
      return [of(step.table, null, `${long} ${SHORTER_TABLE}`)]
    }
    if (step.kind !== 'addColumn') return []
    const { table, column } = step
    const others = [...(found.get(table) ?? [])].filter((name) => name !== column.name && !goes(table, name))
    const other = others.find((name) => nameKey(name) === nameKey(column.name))
    return [
      ...(other === undefined ? [] : [of(table, column.name, isThere(`column ${other}`))]),
      ...(tooLong([column.name]) ? [of(table, column.name, `${long} ${SHORTER_COLUMN}`)] : []),
    ]
  })
  if (problems.length > 0) throw new ProjectError(problems)
}

const SHORTER_TABLE = 'Give it a shorter collectionName; the names of its indexes are made from it.'
const SHORTER_COLUMN = 'Give the attribute a shorter columnName.'

const isThere = (other: string): string =>
  `The database has the ${other} already, and does not tell capital letters from small ones in names. Leave the name as it was.`

function of(table: string, column: string | null, message: string): Problem {
  return { file: null, path: column === null ? `table ${table}` : `table ${table}, column ${column}`, message }
}
