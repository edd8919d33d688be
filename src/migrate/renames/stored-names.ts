/** The columns of a database that hold names of types and components, also of tables and attributes that are left over. */

import type { TableDefinition } from '../../tables/table-definition.ts'
import { namedRows } from '../attributes/named-rows.ts'
import { saysPlaces } from '../attributes/unplaced-components.ts'
import type { Inspection } from '../inspection.ts'
import type { Recorded, RecordedTable } from '../record.ts'
import type { LinkedContent } from '../versions/stored-links.ts'

export interface NameColumn {
  readonly table: string
  readonly column: string
  /** Whether Lectern created the table. */
  readonly isOurs: boolean
}

export interface StoredContent {
  readonly content: LinkedContent
  /** The tables of the schema. */
  readonly wanted: readonly TableDefinition[]
  readonly found: Inspection
  readonly recorded: Recorded
}

export function storedNames({ content, wanted, found, recorded }: StoredContent): readonly NameColumn[] {
  const definitions = new Map(wanted.map((table) => [table.name, table]))
  const left = [...recorded.values()]
    .filter(({ whole }) => whole)
    .flatMap((record) => leftNames(record, definitions.get(record.name)))
  const places = [...found.tables].flatMap(([table, columns]) =>
    saysPlaces(columns) ? [{ table, column: PLACE }] : [],
  )
  const all = [...namedRows(content), ...left, ...places]
    .filter(({ table, column }) => found.tables.get(table)?.has(column) === true)
    .map(({ table, column }) => ({ table, column, isOurs: recorded.get(table)?.whole === true }))
  return [...new Map(all.map((one) => [JSON.stringify([one.table, one.column]), one])).values()]
}

const PLACE = 'component_type'

/** Columns of relations to any type, as `about_type` beside `about_id`, that the schema no longer has. */
function leftNames({ name: table, columns }: RecordedTable, wanted: TableDefinition | undefined): readonly Where[] {
  const isColumn = (column: string, type: string) => columns.some((own) => own.name === column && own.type === type)
  return columns
    .filter(({ name: column }) => wanted?.columns.some((own) => own.name === column) !== true)
    .filter(({ name: column, type }) => type === 'string' && /_type$/.test(column))
    .filter(({ name: column }) => isColumn(column.replace(/_type$/, '_id'), 'integer'))
    .map(({ name: column }) => ({ table, column }))
}

type Where = Pick<NameColumn, 'table' | 'column'>
