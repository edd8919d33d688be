/** Columns with foreign keys, of relations without a link table (`useJoinTable: false`). */

import { STAND_IN } from '../tables/names.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import type { Inspection } from './inspection.ts'
import type { Recorded } from './record.ts'
import type { Step } from './step.ts'

/** Columns that reference a table which is no longer needed. */
export interface Pointers {
  readonly retired: readonly Step[]
  /** Whether one of them, or one that was removed before, may still exist afterwards. */
  readonly stay: boolean
}

export function pointersTo(
  { name: target }: TableDefinition,
  wanted: readonly TableDefinition[],
  found: Inspection,
  recorded: Recorded,
): Pointers {
  const pointers = [...recorded.values()].flatMap(({ name: table, foreignKeys }) =>
    foreignKeys
      .filter(({ references, onDelete }) => onDelete === 'set null' && references === target)
      .map(({ column }) => ({ table, column, columns: found.tables.get(table) ?? new Set<string>() }))
      .filter(({ column, columns }) => columns.has(column)),
  )
  const isWanted = (table: string, column: string) =>
    wanted.some(({ name, columns }) => name === table && columns.some((own) => own.name === column))
  const isAside = (column: string) => column.startsWith(`${STAND_IN}_`)
  return {
    retired: pointers
      .filter(({ table, column }) => table !== target && !isAside(column) && !isWanted(table, column))
      .map(({ table, column, columns }) => retire(table, column, columns)),
    stay: pointers.some(({ table }) => wanted.some(({ name }) => name === table)),
  }
}

export function retire(table: string, column: string, columns: ReadonlySet<string>): Step {
  const names = Array.from({ length: columns.size + 1 }, (_, at) => `${STAND_IN}_${column}${at === 0 ? '' : `_${at}`}`)
  return { kind: 'retireColumn', table, column, aside: names.find((name) => !columns.has(name)) ?? null }
}
