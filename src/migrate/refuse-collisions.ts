/**
 * Names that differ in the schema files and are the same in the database: `fooBar` and `foo_bar`, a table that is named
 * like the links of another, or an attribute that is named like a column of the database itself.
 */

import { type Problem, ProjectError } from '../config/problem.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { RECORD_DEFINITION } from './bookkeeping.ts'

export function refuseCollisions(tables: readonly TableDefinition[], ownColumns: ReadonlySet<string>): void {
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
    ...tables.flatMap(({ name: table, columns }) =>
      columns
        .filter(({ name }) => ownColumns.has(name))
        .map(({ name }) => ({
          file: null,
          path: `table ${table}, column ${name}`,
          message:
            'Every table of this database has a column of that name. Rename the attribute, or give it a columnName.',
        })),
    ),
  ]
  if (problems.length > 0) throw new ProjectError(problems)
}

/** Each once. */
function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}
