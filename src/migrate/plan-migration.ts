/** Wanted tables, existing tables, and what Lectern created → the steps between them. */

import type { TypeChange } from '../sql/ddl.ts'
import { STAND_IN } from '../tables/names.ts'
import type { ColumnDefinition, IndexDefinition, TableDefinition } from '../tables/table-definition.ts'
import type { Inspection } from './inspection.ts'
import type { Recorded, RecordedTable } from './record.ts'
import type { Step } from './step.ts'
import { valuesAfter } from './type-change.ts'

/** Steps that may lose data. */
export interface Risk {
  readonly table: string
  /** Null: the whole table. */
  readonly column: string | null
  /** Which rows would lose something: all, those with a value, those with a long text. */
  readonly rows: 'all' | 'with a value' | 'with a long text'
  readonly reason: string
  /** What to do to keep it, beside restoring the schema. */
  readonly advice?: string
  /** Its name in messages; without it, the table or column. */
  readonly left?: string
  /** Whether the project cannot be served without these steps; leftovers do no harm. */
  readonly needed: boolean
  readonly steps: readonly Step[]
}

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
    ],
    risks: [
      ...moved.map((column) => replaceColumn(wanted, column, columns, led(column))),
      ...changes.filter((change) => !isSafe(change)).map(riskyChange),
      ...leftColumns(wanted, columns, recorded).map((column) => dropColumn(wanted, column)),
    ],
  }
}

const create = (definition: TableDefinition): readonly Step[] => [
  { kind: 'createTable', definition },
  { kind: 'addForeignKeys', definition },
]

/** A relation whose target is another type now: the ids that are stored mean nothing there. */
function leadsElsewhere(wanted: TableDefinition, recorded: RecordedTable): boolean {
  return recorded.foreignKeys.some(({ column, references, onDelete }) => {
    const now = wanted.foreignKeys.find((key) => key.column === column)
    return onDelete === 'cascade' && now?.references !== references
  })
}

/** The same of a column in the table itself, which may also have been, or become, one that leads nowhere. */
function pointsElsewhere(column: string, wanted: TableDefinition, recorded: RecordedTable | undefined): boolean {
  if (recorded?.columns.some(({ name }) => name === column) !== true) return false
  const target = ({ foreignKeys }: TableDefinition) => foreignKeys.find((key) => key.column === column)?.references
  return target(wanted) !== target(recorded)
}

function retire(table: string, column: string, columns: ReadonlySet<string>): Step {
  const names = Array.from({ length: columns.size + 1 }, (_, at) => `${STAND_IN}_${column}${at === 0 ? '' : `_${at}`}`)
  return { kind: 'retireColumn', table, column, aside: names.find((name) => !columns.has(name)) ?? null }
}

/** Columns that lead to a table which nothing needs any more. */
interface Pointers {
  readonly retired: readonly Step[]
  /** Whether one of them, or one that was taken away before, may still be there afterwards. */
  readonly stay: boolean
}

function pointersTo(
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

type ChangeType = Extract<Step, { readonly kind: 'changeType' }>

function typeChange(
  table: string,
  { name: column, type: to }: ColumnDefinition,
  recorded: RecordedTable | undefined,
): readonly ChangeType[] {
  const from = recorded?.columns.find((ours) => ours.name === column)?.type
  if (from === undefined || from === to) return []
  return [{ kind: 'changeType', change: { table, column, to, values: valuesAfter(from, to) }, from }]
}

/** Columns that lead to other tables stay: SQLite cannot drop them, and nothing reads them. */
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

const FATES: Readonly<Record<Exclude<TypeChange['values'], 'kept'>, string>> = {
  cut: 'texts are cut to 255 characters',
  rounded: 'numbers are rounded to what it holds, and dropped where it has no room for them',
  dropped: 'its values cannot be converted, and are dropped',
}

function riskyChange(step: ChangeType): Risk {
  const { table, column, to, values } = step.change
  const fate = values === 'kept' ? '' : FATES[values]
  return {
    table,
    column,
    rows: values === 'cut' ? 'with a long text' : 'with a value',
    reason: `its type changes from ${step.from} to ${to}: ${fate}`,
    needed: true,
    steps: [step],
  }
}

function replaceColumn(
  { name: table, foreignKeys }: TableDefinition,
  column: ColumnDefinition,
  columns: ReadonlySet<string>,
  isLed: boolean,
): Risk {
  const reference = foreignKeys.find((key) => key.column === column.name) ?? null
  const retired: Step = isLed
    ? retire(table, column.name, columns)
    : { kind: 'retireColumn', table, column: column.name, aside: null }
  return {
    table,
    column: column.name,
    rows: 'with a value',
    reason:
      reference === null
        ? 'it held a relation, and holds none any more: its values are dropped'
        : 'the relation leads to another content type now',
    needed: true,
    steps: [retired, { kind: 'addColumn', table, column, reference }],
  }
}

function dropColumn({ name: table, columns }: TableDefinition, column: string): Risk {
  const isOfModel = columns.some(({ name }) => name === 'document_id')
  return {
    table,
    column,
    rows: 'with a value',
    needed: false,
    steps: [{ kind: 'dropColumn', table, column }],
    ...(isOfModel
      ? {
          reason: 'the schema has no such attribute any more',
          advice: `If it was renamed, "columnName": "${column}" at the new attribute keeps the values.`,
        }
      : { reason: 'this side of the relation has no order any more' }),
  }
}

function dropTable({ name: table, columns }: TableDefinition, { retired, stay }: Pointers): Risk {
  const isOfType = columns.some(({ name }) => name === 'published_at')
  const advice = `If its content type was renamed, "collectionName": "${table}" in the new file keeps the entries, though not their links and files.`
  return {
    table,
    column: null,
    rows: 'all',
    reason: 'nothing in the schema is stored in it any more',
    ...(isOfType ? { advice } : {}),
    needed: false,
    steps: [...retired, { kind: 'dropTable', table, ...(stay ? { isLedTo: true } : {}) }],
  }
}

function replace(definition: TableDefinition): Risk {
  return {
    table: definition.name,
    column: null,
    rows: 'all',
    reason: 'the relation leads to another content type now',
    needed: true,
    steps: [{ kind: 'dropTable', table: definition.name }, ...create(definition)],
  }
}
