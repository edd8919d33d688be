/**
 * Tables and columns that Lectern has created in a database and not dropped since. Only these may be changed or dropped.
 */

import type { TableDefinition } from '../tables/table-definition.ts'
import type { AttributeShapes } from './attributes/attribute-shapes.ts'
import type { Step } from './step.ts'
import type { VersionState } from './version-state.ts'

export interface RecordedTable extends TableDefinition {
  /** Whether Lectern created the table, or only these columns and indexes of it. */
  readonly whole: boolean
  /** For tables of entries, and of components too. Records of earlier versions have neither. */
  readonly versions?: VersionState
  readonly attributes?: AttributeShapes
  /** The type or component whose rows these are. */
  readonly uid?: string
  /** Types or components that had their rows here, and that what is left over still names. */
  readonly formerUids?: readonly string[]
  /** Columns with hashes of passwords. */
  readonly hashes?: readonly string[]
  /** Digest of the content types that Strapi had recorded in this table. */
  readonly strapi?: string
}

/** By table. */
export type Recorded = ReadonlyMap<string, RecordedTable>

/** The record after the given steps. Each step reads only its own table, since large projects have thousands of both. */
export function recordSteps(recorded: Recorded, steps: readonly Step[]): Recorded {
  const record = createRecord(recorded)
  for (const step of steps) recordStep(record, step)
  return record.tables
}

interface WrittenRecord {
  readonly tables: Map<string, RecordedTable>
  /** The tables of each model when it was last recorded. */
  readonly places: Map<string, readonly string[]>
}

function createRecord(recorded: Recorded): WrittenRecord {
  const tables = new Map(recorded)
  const places = new Map<string, readonly string[]>()
  for (const { name, uid, formerUids = [] } of tables.values()) {
    for (const own of [...formerUids, ...(uid === undefined ? [] : [uid])]) {
      places.set(own, [...(places.get(own) ?? []), name])
    }
  }
  return { tables, places }
}

function recordStep(record: WrittenRecord, step: Step): void {
  const { tables } = record
  if (step.kind === 'createTable') tables.set(step.definition.name, { ...step.definition, whole: true })
  else if (step.kind === 'dropTable') tables.delete(step.table)
  else if (step.kind === 'noteModel') noteModel(record, step)
  else if (step.kind === 'renameModel') renameModel(record, step)
  else if (step.kind === 'changeType')
    inTable(tables, step.change.table, (table) => withType(table, step.change.column, step.change.to))
  else if ('table' in step) inTable(tables, step.table, (table) => changed(table, step))
}

type ChangeTable = (table: RecordedTable) => RecordedTable

/** A change that records nothing adds no table either. */
function inTable(tables: WrittenRecord['tables'], name: string, change: ChangeTable): void {
  const table = tables.get(name) ?? { name, columns: [], indexes: [], foreignKeys: [], whole: false }
  const after = change(table)
  if (after !== table) tables.set(name, after)
}

/** A model has one table: its former one belongs to no model until another takes it over. */
function noteModel(
  { tables, places }: WrittenRecord,
  { table: name, uid, formerUids }: Extract<Step, { readonly kind: 'noteModel' }>,
): void {
  for (const place of places.get(uid) ?? []) {
    const former = tables.get(place)
    if (former !== undefined) tables.set(place, withoutModel(former, uid))
  }
  inTable(tables, name, ({ formerUids: _, ...table }) =>
    formerUids.length === 0 ? { ...table, uid } : { ...table, uid, formerUids },
  )
  places.set(uid, [name])
  for (const former of formerUids) places.set(former, [...(places.get(former) ?? []), name])
}

function renameModel(
  record: WrittenRecord,
  { table, from, to: uid }: Extract<Step, { readonly kind: 'renameModel' }>,
): void {
  const former = record.tables.get(table)?.formerUids ?? []
  noteModel(record, { kind: 'noteModel', table, uid, formerUids: former.filter((one) => one !== from && one !== uid) })
}

function withoutModel({ uid, formerUids, ...table }: RecordedTable, gone: string): RecordedTable {
  const left = (formerUids ?? []).filter((former) => former !== gone)
  return {
    ...table,
    ...(uid === undefined || uid === gone ? {} : { uid }),
    ...(left.length === 0 ? {} : { formerUids: left }),
  }
}

type InTable = Extract<Step, { readonly table: string }>

function changed(table: RecordedTable, step: InTable): RecordedTable {
  switch (step.kind) {
    case 'noteVersions':
      return { ...table, versions: step.versions }
    case 'noteAttributes':
      return { ...table, attributes: step.attributes }
    case 'noteExclusive':
      return { ...table, exclusive: step.columns }
    case 'noteHashes':
      return { ...table, hashes: step.columns }
    case 'noteStrapi':
      return { ...table, strapi: step.digest }
    case 'retireColumn':
      return retired(table, step)
    case 'renameColumns':
      return withNames(table, step.names)
    case 'dropIndex':
      return { ...table, indexes: table.indexes.filter(({ name }) => name !== step.index.name) }
    case 'createIndex':
      return { ...table, indexes: [...table.indexes, step.index] }
    case 'dropColumn':
      return { ...table, columns: table.columns.filter(({ name }) => name !== step.column) }
    case 'addColumn': {
      const foreignKeys = step.reference === null ? table.foreignKeys : [...table.foreignKeys, step.reference]
      return { ...table, columns: [...table.columns, step.column], foreignKeys }
    }
    default:
      return table
  }
}

/** The column may still be there, under its other name. */
function retired(
  table: RecordedTable,
  { column, aside }: Extract<Step, { readonly kind: 'retireColumn' }>,
): RecordedTable {
  const columns = table.columns.flatMap((own) => {
    if (own.name !== column) return [own]
    return aside === null ? [] : [{ ...own, name: aside }]
  })
  const foreignKeys = table.foreignKeys.flatMap((key) => {
    if (key.column !== column) return [key]
    return aside === null ? [] : [{ ...key, column: aside }]
  })
  return { ...table, columns, foreignKeys }
}

function withNames(table: RecordedTable, names: ReadonlyMap<string, string>): RecordedTable {
  const renamed = (column: string) => names.get(column) ?? column
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, name: renamed(column.name) })),
    indexes: table.indexes.map((index) => ({ ...index, columns: index.columns.map(renamed) })),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, column: renamed(key.column) })),
    ...(table.exclusive === undefined ? {} : { exclusive: table.exclusive.map(renamed) }),
  }
}

function withType(
  table: RecordedTable,
  column: string,
  type: TableDefinition['columns'][number]['type'],
): RecordedTable {
  const columns = table.columns.map((own) => (own.name === column ? { ...own, type } : own))
  return { ...table, columns }
}
