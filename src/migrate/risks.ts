/** Data that a migration may lose, and the steps that would lose it. */

import type { TypeChange } from '../sql/ddl.ts'
import type { ColumnDefinition, TableDefinition } from '../tables/table-definition.ts'
import { type Pointers, retire } from './pointers.ts'
import type { Step } from './step.ts'

/** Steps that may lose data. */
export interface Risk {
  readonly table: string
  /** Null: the whole table. */
  readonly column: string | null
  /**
   * The rows that would lose data: all, those with a value, those with a long text, or those whose number does not fit the
   * new type.
   */
  readonly rows: 'all' | 'with a value' | 'with a long text' | ChangeType
  readonly reason: string
  /** How to keep the data, other than by restoring the schema. */
  readonly advice?: string
  /** The same where the schema shows which change it probably is. */
  readonly likely?: string
  /** Its name in messages; without it, the table or column. */
  readonly left?: string
  /** Whether the project cannot be served without these steps; leftovers do no harm. */
  readonly needed: boolean
  readonly steps: readonly Step[]
}

export type ChangeType = Extract<Step, { readonly kind: 'changeType' }>

const FATES: Readonly<Record<Exclude<TypeChange['values'], 'kept'>, string>> = {
  cut: 'texts are cut to 255 characters',
  rounded: 'numbers are rounded to the new type, and dropped if they are too large for it',
  dropped: 'its values cannot be converted, and are dropped',
}

export function riskyChange(step: ChangeType): Risk {
  const { table, column, to, values } = step.change
  const fate = values === 'kept' ? '' : FATES[values]
  return {
    table,
    column,
    rows: values === 'cut' ? 'with a long text' : values === 'rounded' ? step : 'with a value',
    reason: `its type changes from ${step.from} to ${to}: ${fate}`,
    needed: true,
    steps: [step],
  }
}

export function replaceColumn(
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
        ? 'it no longer stores a relation: its values are dropped'
        : 'the relation leads to another content type now, or to one that has another table: it starts without links',
    needed: true,
    steps: [retired, { kind: 'addColumn', table, column, reference }],
  }
}

export function dropColumn({ name: table, columns }: TableDefinition, column: string): Risk {
  const isOfModel = columns.some(({ name }) => name === 'document_id')
  return {
    table,
    column,
    rows: 'with a value',
    needed: false,
    steps: [{ kind: 'dropColumn', table, column }],
    ...(isOfModel
      ? {
          reason: 'no attribute is stored in this column any more',
          advice: `If the attribute was renamed, "columnName": "${column}" at the new one keeps the values.`,
        }
      : { reason: 'this side of the relation no longer has an order' }),
  }
}

export function dropTable({ name: table, columns }: TableDefinition, { retired, stay }: Pointers): Risk {
  const isColumn = (column: string) => columns.some(({ name }) => name === column)
  const what = isColumn('published_at') ? 'content type' : 'component'
  const advice = `If its ${what} was renamed, "collectionName": "${table}" in the new file keeps its content.`
  return {
    table,
    column: null,
    rows: 'all',
    reason: 'the schema no longer uses it',
    ...(isColumn('document_id') ? { advice } : {}),
    needed: false,
    steps: [...retired, { kind: 'dropTable', table, ...(stay ? { isLedTo: true } : {}) }],
  }
}

export function replace(definition: TableDefinition): Risk {
  return {
    table: definition.name,
    column: null,
    rows: 'all',
    reason:
      'a type that this relation links is another one now, or has another name or table: the relation starts without links',
    needed: true,
    steps: [{ kind: 'dropTable', table: definition.name }, ...create(definition)],
  }
}

export const create = (definition: TableDefinition): readonly Step[] => [
  { kind: 'createTable', definition },
  { kind: 'addForeignKeys', definition },
]
