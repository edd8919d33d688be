/** What Lectern has created in a database and not dropped since: only that may be changed or dropped. */

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
  /** Of the type or component whose rows these are. */
  readonly uid?: string
  /** Columns with hashes of passwords. */
  readonly hashes?: readonly string[]
  /** Digest of the content types that Strapi had recorded in this table. */
  readonly strapi?: string
}

/** By table. */
export type Recorded = ReadonlyMap<string, RecordedTable>

/** What to record after the given steps. */
export function recordSteps(recorded: Recorded, steps: readonly Step[]): Recorded {
  return steps.reduce(recordStep, recorded)
}

function recordStep(recorded: Recorded, step: Step): Recorded {
  switch (step.kind) {
    case 'createTable':
      return new Map(recorded).set(step.definition.name, { ...step.definition, whole: true })
    case 'dropTable':
      return new Map([...recorded].filter(([name]) => name !== step.table))
    case 'noteVersions':
      return inTable(recorded, step.table, (table) => ({ ...table, versions: step.versions }))
    case 'changeType':
      return inTable(recorded, step.change.table, (table) => withType(table, step.change.column, step.change.to))
    case 'noteAttributes':
      return inTable(recorded, step.table, (table) => ({ ...table, attributes: step.attributes }))
    case 'retireColumn':
      return inTable(recorded, step.table, (table) => retired(table, step))
    case 'noteModel':
      return inTable(withoutModel(recorded, step.uid), step.table, (table) => ({ ...table, uid: step.uid }))
    case 'noteHashes':
      return inTable(recorded, step.table, (table) => ({ ...table, hashes: step.columns }))
    case 'noteStrapi':
      return inTable(recorded, step.table, (table) => ({ ...table, strapi: step.digest }))
    case 'dropIndex':
    case 'createIndex':
    case 'dropColumn':
    case 'addColumn':
      return inTable(recorded, step.table, (table) => changed(table, step))
    default:
      return recorded
  }
}

function inTable(recorded: Recorded, name: string, change: (table: RecordedTable) => RecordedTable): Recorded {
  const table = recorded.get(name) ?? { name, columns: [], indexes: [], foreignKeys: [], whole: false }
  return new Map(recorded).set(name, change(table))
}

/** A model has one table: its former one belongs to no model until another takes it over. */
function withoutModel(recorded: Recorded, uid: string): Recorded {
  return new Map(
    [...recorded].map(([name, table]) => {
      if (table.uid !== uid) return [name, table]
      const { uid: _, ...rest } = table
      return [name, rest]
    }),
  )
}

type InTable = Extract<Step, { readonly kind: 'dropIndex' | 'createIndex' | 'dropColumn' | 'addColumn' }>

function changed(table: RecordedTable, step: InTable): RecordedTable {
  switch (step.kind) {
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

function withType(
  table: RecordedTable,
  column: string,
  type: TableDefinition['columns'][number]['type'],
): RecordedTable {
  const columns = table.columns.map((own) => (own.name === column ? { ...own, type } : own))
  return { ...table, columns }
}
