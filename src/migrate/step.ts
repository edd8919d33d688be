/** The single steps of a migration. */

import type { Ddl, RetiredColumn, TypeChange } from '../sql/ddl.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { SearchObject } from '../sql/search-ddl.ts'
import type { Sql } from '../sql/sql.ts'
import type { SearchIndex } from '../tables/search-index.ts'
import type {
  ColumnDefinition,
  ColumnType,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../tables/table-definition.ts'
import type { RowNotes } from '../tables/table-roles.ts'
import type { AttributeShapes } from './attributes/attribute-shapes.ts'
import type { VersionState } from './version-state.ts'

/** Steps that change rows, by what they are for. */
type ContentStep =
  | 'trimLinks'
  | 'keepOrder'
  | 'fillOrder'
  | 'emptyColumn'
  | 'forgetTypes'
  | 'removeLocales'
  | 'removeDrafts'
  | 'removeParts'
  | 'fillLocale'
  | 'makeDrafts'
  | 'tellStrapi'

export type Step =
  | { readonly kind: 'dropIndex'; readonly table: string; readonly index: IndexDefinition }
  | { readonly kind: 'dropTable'; readonly table: string; readonly isLedTo?: boolean }
  | { readonly kind: 'dropColumn'; readonly table: string; readonly column: string }
  | { readonly kind: 'createTable'; readonly definition: TableDefinition }
  | { readonly kind: 'addForeignKeys'; readonly definition: TableDefinition }
  | {
      readonly kind: 'addColumn'
      readonly table: string
      readonly column: ColumnDefinition
      readonly reference: ForeignKeyDefinition | null
    }
  | ({ readonly kind: 'retireColumn' } & RetiredColumn)
  | { readonly kind: 'fillDocumentIds'; readonly table: string }
  | { readonly kind: 'changeType'; readonly change: TypeChange; readonly from: ColumnType }
  | {
      readonly kind: ContentStep
      readonly table: string
      readonly text: string
      readonly statements: readonly Sql[]
    }
  /** Of a type or component that keeps its table. */
  | {
      readonly kind: 'renameModel'
      readonly table: string
      readonly from: string
      readonly to: string
      readonly statements: readonly Sql[]
    }
  | {
      readonly kind: 'renameColumns'
      readonly table: string
      /** New names by old ones. */
      readonly names: ReadonlyMap<string, string>
      readonly statements: readonly Sql[]
    }
  | { readonly kind: 'noteAttributes'; readonly table: string; readonly attributes: AttributeShapes }
  | { readonly kind: 'noteModel'; readonly table: string; readonly uid: string; readonly formerUids: readonly string[] }
  | { readonly kind: 'noteExclusive'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'noteHashes'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'noteStrapi'; readonly table: string; readonly digest: string }
  | { readonly kind: 'noteVersions'; readonly table: string; readonly versions: VersionState }
  | { readonly kind: 'createIndex'; readonly table: string; readonly index: IndexDefinition }
  | { readonly kind: 'trackTables'; readonly tables: readonly TrackedTable[] }
  | { readonly kind: 'countTables'; readonly tables: readonly string[] }
  | { readonly kind: 'dropSearch'; readonly index: string; readonly objects: readonly SearchObject[] }
  | { readonly kind: 'buildSearch'; readonly index: SearchIndex }

interface TrackedTable {
  readonly name: string
  readonly notes: RowNotes | null
}

/**
 * All others use the new names. Indexes are dropped before their columns, which triggers of full-text indexes name; tables are created before what
 * refers to them, and drops come before creations.
 */
const ORDER: readonly Step['kind'][] = [
  'renameModel',
  'renameColumns',
  'dropSearch',
  'dropIndex',
  'trimLinks',
  'keepOrder',
  'emptyColumn',
  'retireColumn',
  'dropTable',
  'dropColumn',
  'createTable',
  'addForeignKeys',
  'addColumn',
  'fillOrder',
  'fillDocumentIds',
  'changeType',
  'forgetTypes',
  'removeParts',
  'removeLocales',
  'removeDrafts',
  'fillLocale',
  'makeDrafts',
  'tellStrapi',
  'noteModel',
  'noteAttributes',
  'noteExclusive',
  'noteHashes',
  'noteVersions',
  'noteStrapi',
  'createIndex',
  'buildSearch',
  'trackTables',
  'countTables',
]

/** All others add, or maintain what is derived. */
const ALTERING: ReadonlySet<Step['kind']> = new Set<Step['kind']>([
  'renameModel',
  'renameColumns',
  'dropTable',
  'dropColumn',
  'retireColumn',
  'changeType',
  'trimLinks',
  'keepOrder',
  'fillOrder',
  'emptyColumn',
  'forgetTypes',
  'removeLocales',
  'removeDrafts',
  'removeParts',
  'fillLocale',
  'makeDrafts',
  'tellStrapi',
])

/** Whether something that was there is changed or deleted. */
export function altersContent({ kind }: Step): boolean {
  return ALTERING.has(kind)
}

export function inOrder(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

export function sqlOf(step: Step, ddl: Ddl, { folded }: Pick<Dialect, 'folded'>): readonly Sql[] {
  switch (step.kind) {
    case 'dropIndex':
      return ddl.dropIndex(step.table, step.index)
    case 'dropTable':
      return ddl.dropTable(step.table, step.isLedTo === true)
    case 'dropColumn':
      return ddl.dropColumn(step.table, step.column)
    case 'createTable':
      return ddl.createTable(step.definition)
    case 'addForeignKeys':
      return ddl.addForeignKeys(step.definition)
    case 'addColumn':
      return ddl.addColumn(step.table, step.column, step.reference)
    case 'retireColumn':
      return ddl.retireColumn(step)
    case 'fillDocumentIds':
      return ddl.fillDocumentIds(step.table)
    case 'changeType':
      return ddl.changeType(step.change, step.from)
    case 'noteModel':
    case 'noteAttributes':
    case 'noteExclusive':
    case 'noteHashes':
    case 'noteVersions':
    case 'noteStrapi':
      return []
    case 'createIndex':
      return ddl.createIndex(step.table, step.index)
    case 'trackTables':
      return [...ddl.createTracking, ...step.tables.flatMap(({ name, notes }) => ddl.trackTable(name, notes))]
    case 'countTables':
      return [...ddl.createCounting, ...step.tables.flatMap((table) => ddl.countTable(table))]
    case 'dropSearch':
      return ddl.search.drop(step.index, step.objects)
    case 'buildSearch':
      return ddl.search.build(step.index, folded)
    default:
      return step.statements
  }
}

/** For people. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'dropIndex':
      return `drop index ${step.index.name}`
    case 'dropTable':
      return `drop table ${step.table}`
    case 'dropColumn':
      return `drop column ${step.table}.${step.column}`
    case 'createTable':
      return `create table ${step.definition.name}`
    case 'addForeignKeys':
      return `add foreign keys of ${step.definition.name}`
    case 'addColumn':
      return `add column ${step.table}.${step.column.name} (${step.column.type})`
    case 'retireColumn':
      return `drop column ${step.table}.${step.column}`
    case 'fillDocumentIds':
      return `give rows of ${step.table} a document_id`
    case 'changeType':
      return `change column ${step.change.table}.${step.change.column} from ${step.from} to ${step.change.to}`
    case 'renameModel':
      return `rename ${step.from} to ${step.to}, which has its table ${step.table}`
    case 'renameColumns':
      return `rename ${[...step.names].map(([from, to]) => `${from} to ${to}`).join(', ')} in ${step.table}`
    case 'noteAttributes':
      return `note which attributes of ${step.table} hold components and files`
    case 'noteModel':
      return `note that ${step.table} is the table of ${step.uid}`
    case 'noteExclusive':
      return `note which relations in ${step.table} lead to entries that belong to one`
    case 'noteHashes':
      return `note which columns of ${step.table} hold passwords`
    case 'noteVersions':
      return `note which versions entries of ${step.table} have`
    case 'noteStrapi':
      return 'note which content types Strapi has recorded'
    case 'createIndex':
      return `create index ${step.index.name}`
    case 'trackTables':
      return `track changes of ${tablesIn(step.tables.map(({ name }) => name))}`
    case 'countTables':
      return `count the rows of ${tablesIn(step.tables)}`
    case 'dropSearch':
      return `drop search index ${step.index}`
    case 'buildSearch':
      return `index the words of ${step.index.columns.join(', ')} in ${step.index.table}`
    default:
      return step.text
  }
}

function tablesIn(tables: readonly string[]): string {
  return tables.length === 1 ? String(tables[0]) : `${tables.length} tables`
}
