/** Everything that refers to a type or component by its name: places of components, and relations to any type. */

import { modelsOf } from '../../schema/models.ts'
import { name, type Sql, sql } from '../../sql/sql.ts'
import { assign, deleteWhere, updateWhere } from '../../sql/write-rows.ts'
import { tableOf } from '../../tables/tables.ts'
import { placesTable } from '../versions/content.ts'
import { type LinkedContent, linkTablesOf, pointersOf } from '../versions/stored-links.ts'

export interface NamedRows {
  readonly table: string
  /** The column with the name. */
  readonly column: string
  /** Whether they say which components there are. */
  readonly places: boolean
  readonly forget: (condition: Sql) => Sql
}

export function namedRows(content: LinkedContent): readonly NamedRows[] {
  const rows = (table: string, column: string, places: boolean): NamedRows => ({
    table,
    column,
    places,
    forget: (condition) => deleteWhere(table, condition),
  })
  const places = modelsOf(content.schema).flatMap((model) => placesTable(model) ?? [])
  const links = linkTablesOf(content).flatMap(({ table, where: [type] }) =>
    type === undefined ? [] : [rows(table, type.column, false)],
  )
  const pointers = pointersOf(content).flatMap(({ uid, column, where: [type] }): readonly NamedRows[] => {
    if (type === undefined) return []
    const { table } = tableOf(content.tables, uid)
    const emptied = assign({ [column]: sql`null`, [type.column]: sql`null` })
    return [{ ...rows(table, type.column, false), forget: (condition) => updateWhere(table, emptied, condition) }]
  })
  return [...places.map((table) => rows(table, 'component_type', true)), ...eachOnce(links), ...eachOnce(pointers)]
}

const eachOnce = (all: readonly NamedRows[]): readonly NamedRows[] => [
  ...new Map(all.map((one) => [JSON.stringify([one.table, one.column]), one])).values(),
]

export const namedIn = ({ column }: NamedRows): Sql => name(column)
