/**
 * Names that differ in the schema files and are the same in the database: `fooBar` and `foo_bar`, or a table that is named
 * like the links of another.
 */

import { type Problem, ProjectError } from '../config/problem.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { RECORD_DEFINITION } from './bookkeeping.ts'

export function refuseCollisions(tables: readonly TableDefinition[]): void {
  const problems: readonly Problem[] = [
    ...repeated([RECORD_DEFINITION, ...tables].map(({ name }) => name)).map((table) => ({
      file: null,
      path: `table ${table}`,
      message:
        'Two types, components or relations would be stored in this table, or one in a table of Lectern itself. Give one of them another collectionName, or its attribute another name.',
    })),
    ...tables.flatMap(({ name: table, columns }) =>
      repeated(columns.map(({ name }) => name)).map((column) => ({
        file: null,
        path: `table ${table}, column ${column}`,
        message:
          'Two attributes would be stored in this column. Rename one of them, or give it a columnName (a relation: joinColumn or morphColumn) of its own.',
      })),
    ),
  ]
  if (problems.length > 0) throw new ProjectError(problems)
}

/** Each once. */
function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}
