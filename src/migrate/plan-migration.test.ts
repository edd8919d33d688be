import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../test/support/random-runs.ts'
import { type ColumnType, columnOf, index, type TableDefinition } from '../tables/table-definition.ts'
import type { Inspection } from './inspection.ts'
import { planMigration } from './plan-migration.ts'
import { type Recorded, recordSteps } from './record.ts'
import { inOrder, type Step } from './step.ts'

interface State {
  readonly found: Inspection
  readonly recorded: Recorded
}

const EMPTY: State = {
  found: { tables: new Map(), indexes: new Set(), tracked: new Map(), search: new Map(), counted: new Set() },
  recorded: new Map(),
}

/** What a database would make of the steps; a step that it would refuse throws. */
function perform({ found, recorded }: State, unordered: readonly Step[]): State {
  const steps = inOrder(unordered)
  const tables = new Map([...found.tables].map(([name, columns]) => [name, new Set(columns)]))
  const indexes = new Map([...found.indexes].map((name) => [name, tableOfIndex(name)]))
  const columnsOf = (table: string) => tables.get(table) ?? refuse(`no table ${table}`)
  for (const step of steps) {
    switch (step.kind) {
      case 'createTable':
        if (tables.has(step.definition.name)) refuse(`table ${step.definition.name} is there`)
        tables.set(step.definition.name, new Set(step.definition.columns.map(({ name }) => name)))
        for (const { name } of step.definition.indexes) indexes.set(name, step.definition.name)
        break
      case 'dropTable':
        columnsOf(step.table)
        tables.delete(step.table)
        for (const [name, table] of indexes) if (table === step.table) indexes.delete(name)
        break
      case 'addColumn':
        if (columnsOf(step.table).has(step.column.name)) refuse('the column is there')
        columnsOf(step.table).add(step.column.name)
        break
      case 'dropColumn':
        if (!columnsOf(step.table).delete(step.column)) refuse('no such column')
        break
      case 'createIndex':
        if (indexes.has(step.index.name)) refuse('the index is there')
        for (const column of step.index.columns) if (!columnsOf(step.table).has(column)) refuse('no column to index')
        indexes.set(step.index.name, step.table)
        break
      case 'dropIndex':
        if (!indexes.delete(step.index.name)) refuse('no such index')
        break
      default:
    }
  }
  return { found: { ...found, tables, indexes: new Set(indexes.keys()) }, recorded: recordSteps(recorded, steps) }
}

function refuse(message: string): never {
  throw new Error(message)
}

const tableOfIndex = (name: string) => name.split('_')[1] ?? ''

function everything(wanted: readonly TableDefinition[], { found, recorded }: State): readonly Step[] {
  const { steps, risks } = planMigration(wanted, found, recorded)
  return [...steps, ...risks.flatMap((risk) => risk.steps)]
}

const type = fc.constantFrom<ColumnType>('string', 'text', 'integer', 'datetime')
const table = (name: string): fc.Arbitrary<TableDefinition> =>
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), type, { noNullPrototype: true }).chain((columns) =>
    fc.subarray(Object.keys(columns)).map((indexed) => ({
      name,
      columns: [columnOf('id', 'id'), ...Object.entries(columns).map(([column, type]) => columnOf(column, type))],
      indexes: indexed.map((column) => index(`by_${name}_${column}`, column)),
      foreignKeys: [],
    })),
  )
const schema = fc
  .subarray(['one', 'two', 'three'])
  .chain((names) => fc.tuple(...names.map(table)))
  .map((tables): readonly TableDefinition[] => tables)

describe('planMigration', () => {
  it('migrates from any schema to any other, and then has nothing more to do', () => {
    fc.assert(
      fc.property(fc.array(schema, { minLength: 1, maxLength: 4 }), (schemas) => {
        let state = EMPTY
        for (const wanted of schemas) {
          state = perform(state, everything(wanted, state))
          expect(everything(wanted, state)).toEqual([])
          expect([...state.found.tables.keys()].sort()).toEqual(wanted.map(({ name }) => name).sort())
          for (const { name, columns } of wanted) {
            expect([...(state.found.tables.get(name) ?? [])].sort()).toEqual(
              columns.map((column) => column.name).sort(),
            )
          }
        }
      }),
      { numRuns: randomRuns(100) },
    )
  })

  it('never loses anything with the steps that it calls safe', () => {
    fc.assert(
      fc.property(schema, schema, (first, second) => {
        const state = perform(EMPTY, everything(first, EMPTY))
        const { steps } = planMigration(second, state.found, state.recorded)
        const lossy = steps.filter(
          (step) =>
            step.kind === 'dropTable' ||
            step.kind === 'dropColumn' ||
            (step.kind === 'changeType' && step.change.values !== 'kept'),
        )
        expect(lossy).toEqual([])
      }),
      { numRuns: randomRuns(100) },
    )
  })

  it('touches nothing that it did not create', () => {
    fc.assert(
      fc.property(schema, schema, (theirs, wanted) => {
        const { found } = perform(EMPTY, everything(theirs, EMPTY))
        const kinds = everything(wanted, { found, recorded: new Map() }).map(({ kind }) => kind)
        expect(kinds.filter((kind) => kind.startsWith('drop') || kind === 'changeType')).toEqual([])
      }),
      { numRuns: randomRuns(100) },
    )
  })

  const links = (target: string): TableDefinition => ({
    name: 'links',
    columns: [columnOf('id', 'id'), columnOf('owner_id', 'integer'), columnOf('target_id', 'integer')],
    indexes: [],
    foreignKeys: [
      { name: 'fk', column: 'owner_id', references: 'owners', onDelete: 'cascade' },
      { name: 'ifk', column: 'target_id', references: target, onDelete: 'cascade' },
    ],
  })

  it('replaces a table of links that lead elsewhere now', () => {
    const state = perform(EMPTY, everything([links('a')], EMPTY))
    const { steps, risks } = planMigration([links('b')], state.found, state.recorded)
    expect(steps).toEqual([])
    expect(risks).toMatchObject([{ table: 'links', column: null, needed: true }])
    const after = perform(state, everything([links('b')], state))
    expect(everything([links('b')], after)).toEqual([])
  })

  it('leaves a column alone that refers to another table', () => {
    const table: TableDefinition = {
      name: 'notes',
      columns: [columnOf('id', 'id'), columnOf('tag_id', 'integer')],
      indexes: [],
      foreignKeys: [{ name: 'fk', column: 'tag_id', references: 'tags', onDelete: 'set null' }],
    }
    const state = perform(EMPTY, everything([table], EMPTY))
    const without = { ...table, columns: [columnOf('id', 'id')], foreignKeys: [] }
    expect(everything([without], state)).toEqual([])
  })

  it('makes an index again when its columns are others', () => {
    const notes = (column: string): TableDefinition => ({
      name: 'notes',
      columns: [columnOf('id', 'id'), columnOf('a', 'integer'), columnOf('b', 'integer')],
      indexes: [{ name: 'by_notes', columns: [column], unique: false, where: null }],
      foreignKeys: [],
    })
    const state = perform(EMPTY, everything([notes('a')], EMPTY))
    expect(everything([notes('a')], state)).toEqual([])
    const kinds = everything([notes('b')], state).map(({ kind }) => kind)
    expect(kinds).toEqual(['dropIndex', 'createIndex'])
  })

  it('adds a column with what it refers to', () => {
    const notes = { name: 'notes', columns: [columnOf('id', 'id')], indexes: [], foreignKeys: [] }
    const state = perform(EMPTY, everything([notes], EMPTY))
    const column = columnOf('tag_id', 'integer')
    const reference = { name: 'fk', column: 'tag_id', references: 'tags', onDelete: 'set null' } as const
    const led: TableDefinition = { ...notes, columns: [...notes.columns, column], foreignKeys: [reference] }
    expect(everything([led], state)).toEqual([{ kind: 'addColumn', table: 'notes', column, reference }])
  })
})
