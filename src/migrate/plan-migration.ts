/** Wanted tables, existing tables, and what Lectern created → the steps between them. */

import { STAND_IN } from '../tables/names.ts'
import type { ColumnDefinition, IndexDefinition, TableDefinition } from '../tables/table-definition.ts'
import type { Inspection } from './inspection.ts'
import { pointersTo } from './pointers.ts'
import type { Recorded, RecordedTable } from './record.ts'
import {
  type ChangeType,
  create,
  dropColumn,
  dropTable,
  type Risk,
  replace,
  replaceColumn,
  riskyChange,
} from './risks.ts'
import type { Step } from './step.ts'
import { valuesAfter } from './type-change.ts'

export interface MigrationPlan {
  /** Steps that lose nothing. */
  readonly steps: readonly Step[]
  readonly risks: readonly Risk[]
}

export function planMigration(
  wanted: readonly TableDefinition[],
  found: Inspection,
  recorded: Recorded,
): MigrationPlan {
  const plans = wanted.map((table) => planTable(table, found, recorded.get(table.name)))
  const names = new Set(wanted.map((table) => table.name))
  // Link tables were recorded after the tables they link, and must be dropped before them.
  const left = [...recorded.values()].reverse().filter(({ name, whole }) => whole && !names.has(name))
  return {
    steps: plans.flatMap((plan) => plan.steps),
    risks: [
      ...plans.flatMap((plan) => plan.risks),
      ...left
        .filter(({ name }) => found.tables.has(name))
        .map((table) => dropTable(table, pointersTo(table, wanted, found, recorded))),
    ],
  }
}

function planTable(wanted: TableDefinition, found: Inspection, recorded: RecordedTable | undefined): MigrationPlan {
  const columns = found.tables.get(wanted.name)
  if (columns === undefined) return { steps: create(wanted), risks: [] }
  if (columns.has(STAND_IN)) return { steps: [{ kind: 'dropTable', table: wanted.name }, ...create(wanted)], risks: [] }
  if (recorded?.whole === true && leadsElsewhere(wanted, recorded)) return { steps: [], risks: [replace(wanted)] }
  const moved = wanted.columns.filter(({ name }) => columns.has(name) && pointsElsewhere(name, wanted, recorded))
  const led = ({ name }: ColumnDefinition) => recorded?.foreignKeys.some(({ column }) => column === name) === true
  const changes = wanted.columns
    .filter((column) => !moved.includes(column))
    .flatMap((column) => typeChange(wanted.name, column, recorded))
  const isSafe = (change: ChangeType) => change.change.values === 'kept'
  const ofMoved = (index: IndexDefinition) => moved.some(({ name }) => index.columns.includes(name))
  return {
    steps: [
      ...missingColumns(wanted, columns),
      ...indexSteps(wanted, found, recorded, ofMoved),
      ...changes.filter(isSafe),
      ...exclusiveNote(wanted, recorded),
    ],
    risks: [
      ...moved.map((column) => replaceColumn(wanted, column, columns, led(column))),
      ...changes.filter((change) => !isSafe(change)).map(riskyChange),
      ...leftColumns(wanted, columns, recorded).map((column) => dropColumn(wanted, column)),
    ],
  }
}

/** A relation whose target is another type now: the stored ids are those of the old type. */
function leadsElsewhere(wanted: TableDefinition, recorded: RecordedTable): boolean {
  return recorded.foreignKeys.some(({ column, references, onDelete }) => {
    const now = wanted.foreignKeys.find((key) => key.column === column)
    return onDelete === 'cascade' && now?.references !== references
  })
}

/** The same for a column in the table itself, which may also have had no foreign key before, or have none now. */
function pointsElsewhere(column: string, wanted: TableDefinition, recorded: RecordedTable | undefined): boolean {
  if (recorded?.columns.some(({ name }) => name === column) !== true) return false
  const target = ({ foreignKeys }: TableDefinition) => foreignKeys.find((key) => key.column === column)?.references
  return target(wanted) !== target(recorded)
}

function missingColumns(wanted: TableDefinition, columns: ReadonlySet<string>): readonly Step[] {
  const missing = wanted.columns.filter(({ name }) => !columns.has(name))
  return missing.flatMap((column): readonly Step[] => {
    const reference = wanted.foreignKeys.find((key) => key.column === column.name) ?? null
    const add: Step = { kind: 'addColumn', table: wanted.name, column, reference }
    return column.name === 'document_id' ? [add, { kind: 'fillDocumentIds', table: wanted.name }] : [add]
  })
}

function indexSteps(
  wanted: TableDefinition,
  found: Inspection,
  recorded: RecordedTable | undefined,
  isRemade: (index: IndexDefinition) => boolean,
): readonly Step[] {
  const table = wanted.name
  const isThere = (index: IndexDefinition) => found.indexes.has(index.name)
  const stays = (ours: IndexDefinition) => !isRemade(ours) && wanted.indexes.some((index) => isSame(index, ours))
  const gone = (recorded?.indexes ?? []).filter((ours) => isThere(ours) && !stays(ours))
  const missing = wanted.indexes.filter((index) => !isThere(index) || gone.some(({ name }) => name === index.name))
  return [
    ...gone.map((index): Step => ({ kind: 'dropIndex', table, index })),
    ...missing.map((index): Step => ({ kind: 'createIndex', table, index })),
  ]
}

function isSame(a: IndexDefinition, b: IndexDefinition): boolean {
  const fingerprint = ({ name, columns, unique, where }: IndexDefinition) =>
    JSON.stringify([name, columns, unique, where?.column, where?.isNull])
  return fingerprint(a) === fingerprint(b)
}

function typeChange(
  table: string,
  { name: column, type: to }: ColumnDefinition,
  recorded: RecordedTable | undefined,
): readonly ChangeType[] {
  const from = recorded?.columns.find((ours) => ours.name === column)?.type
  if (from === undefined || from === to) return []
  return [{ kind: 'changeType', change: { table, column, to, values: valuesAfter(from, to) }, from }]
}

/** Columns that are left over stay as they were noted. */
function exclusiveNote(
  { name, columns, exclusive }: TableDefinition,
  recorded: RecordedTable | undefined,
): readonly Step[] {
  if (exclusive === undefined || recorded?.whole !== true) return []
  const left = (recorded.exclusive ?? []).filter((column) => !columns.some((own) => own.name === column))
  const after = [...exclusive, ...left]
  return JSON.stringify(recorded.exclusive) === JSON.stringify(after)
    ? []
    : [{ kind: 'noteExclusive', table: name, columns: after }]
}

/** Columns with foreign keys stay: SQLite cannot drop them, and nothing reads them. */
function leftColumns(
  wanted: TableDefinition,
  columns: ReadonlySet<string>,
  recorded: RecordedTable | undefined,
): readonly string[] {
  const needed = new Set(
    [...wanted.columns, ...(recorded?.foreignKeys ?? [])].map((of) => ('column' in of ? of.column : of.name)),
  )
  const ours = (recorded?.columns ?? []).map(({ name }) => name)
  return ours.filter((name) => !needed.has(name) && columns.has(name))
}
