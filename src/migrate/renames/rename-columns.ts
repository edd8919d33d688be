/**
 * Columns of link tables are named after what they link: `article_id` becomes `post_id` once articles are posts. The same rows
 * are linked as long as the foreign keys lead to the same tables.
 */

import type { Schema } from '../../schema/schema.ts'
import type { Ddl } from '../../sql/ddl.ts'
import { renameColumn } from '../../sql/ddl-parts.ts'
import { tableIndex } from '../../tables/names.ts'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { rowNotesOf, type TableRoles, tableRoles } from '../../tables/table-roles.ts'
import type { Inspection } from '../inspection.ts'
import type { Recorded } from '../record.ts'
import type { Step } from '../step.ts'

export type RenamedColumns = Extract<Step, { readonly kind: 'renameColumns' }>

export interface ColumnContext {
  readonly wanted: readonly TableDefinition[]
  readonly found: Inspection
  readonly recorded: Recorded
  readonly schema: Schema
  readonly ddl: Pick<Ddl, 'trackTable'>
}

export function findRenamedColumns(context: ColumnContext): readonly RenamedColumns[] {
  const { wanted, found, recorded } = context
  const roles = tableRoles(context.schema)
  return wanted.flatMap((table): readonly RenamedColumns[] => {
    const [record, columns] = [recorded.get(table.name), found.tables.get(table.name)]
    if (record?.whole !== true || columns === undefined) return []
    const names = renamedIn(table, record)
    const isFree = [...names].every(([from, to]) => columns.has(from) && !columns.has(to))
    if (names.size === 0 || !isFree || !isOtherwiseSame(table, record, names)) return []
    return [{ kind: 'renameColumns', table: table.name, names, statements: statementsOf(context, table, names, roles) }]
  })
}

/** By the old name. */
type Names = ReadonlyMap<string, string>

/** Foreign keys and indexes are named after the table alone, and say what a column is for. */
function renamedIn(wanted: TableDefinition, record: TableDefinition): Names {
  const links = wanted.foreignKeys.flatMap((key) => {
    const before = record.foreignKeys.find(({ name }) => name === key.name)
    const isSame = before?.references === key.references && before.onDelete === key.onDelete
    return isSame && key.onDelete === 'cascade' ? [[before.column, key.column] as const] : []
  })
  if (links.every(([before, after]) => before === after)) return new Map()
  const orders = (['ofk', 'oifk'] as const).flatMap((suffix) => {
    const [before, after] = [record, wanted].map(({ name, indexes }) => {
      return indexes.find((index) => index.name === tableIndex(name, suffix))?.columns[0]
    })
    return before === undefined || after === undefined ? [] : [[before, after] as const]
  })
  return new Map([...links, ...orders].filter(([before, after]) => before !== after))
}

/** A relation that changes in another way, too, is compared as it was: `leftLinks` looks for links in excess by these names. */
function isOtherwiseSame(wanted: TableDefinition, record: TableDefinition, names: Names): boolean {
  const renamed = (column: string) => names.get(column) ?? column
  const sorted = (columns: readonly string[]) => JSON.stringify(columns.toSorted())
  const columnsOf = ({ columns }: TableDefinition) => columns.map(({ name }) => name)
  return (
    sorted(columnsOf(record).map(renamed)) === sorted(columnsOf(wanted)) &&
    (record.exclusive === undefined || sorted(record.exclusive.map(renamed)) === sorted(wanted.exclusive ?? []))
  )
}

function statementsOf({ found, ddl }: ColumnContext, { name }: TableDefinition, names: Names, roles: TableRoles) {
  const role = roles.get(name)
  // Triggers name the columns that they note.
  const notes = role === undefined ? null : rowNotesOf(role)
  return [
    ...[...names].map(([from, to]) => renameColumn(name, from, to)),
    ...(found.tracked.has(name) ? ddl.trackTable(name, notes) : []),
  ]
}
