/** Writes a RowInput to a row that exists: its scalars, then its components, files and relations. */

import { columnOf } from '../../plan/columns.ts'
import { holdsComponents, isRelation } from '../../schema/attribute-kinds.ts'
import type { AnyRelation, ComponentsAttribute, Model } from '../../schema/schema.ts'
import { bind, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { ComponentInput, RowInput } from '../../validate/document-input.ts'
import { withDefaults } from '../../validate/with-defaults.ts'
import { documentIdOf } from '../components/document-id.ts'
import { type PlacedComponent, placeComponents, placedIn } from '../components/placed-components.ts'
import { groupPairs } from '../group-pairs.ts'
import { existing, type RowChange } from '../links/row-change.ts'
import { writeMedia } from '../links/write-media.ts'
import { writeRelations } from '../links/write-relation.ts'
import { type Assignment, insertRows, updateRow } from '../rows.ts'
import type { Store } from '../store.ts'
import { deleteComponents } from './delete-cascading.ts'
import { NO_COMPONENTS, type OwnByRow, type OwnComponent, unshare } from './unshare.ts'
import type { Root } from './versions.ts'

/** Slugs without a value here belong to components with an id that the entry does not have. */
export function scalarAssignments(store: Store, { model, scalars, slugs }: RowInput): readonly Assignment[] {
  return [...scalars, ...slugs].map(([attribute, value]) => {
    const column = columnOf(model, attribute, store.tables)
    return { column: column.name, value: store.dialect.stored(value, column.kind) }
  })
}

/** A column that holds when this write happens. */
export function at(store: Store, column: string): Assignment {
  return { column, value: store.dialect.stored(store.now, 'datetime') }
}

export function localeOf(locale: string | null): Assignment {
  return { column: 'locale', value: locale === null ? sql`null` : bind(locale) }
}

export interface NestedWrite {
  readonly store: Store
  readonly root: Root
  /** The row: the root, or a component of it. */
  readonly id: number
  /** Whether this write inserted it. */
  readonly isNew: boolean
}

/** Components, files and relations; the scalars went in with the row itself. */
export async function writeNested({ store, root, id, isNew }: NestedWrite, input: RowInput): Promise<void> {
  await writeNestedRows({ store, root, model: input.model }, [{ id, isNew, input }])
}

export interface Level {
  readonly store: Store
  readonly root: Root
  readonly model: Model
}

/** Writes nested values of all rows of a model together, since an entry may have a thousand components. */
async function writeNestedRows(level: Level, rows: readonly WrittenRow[]): Promise<void> {
  await writeComponents(level, rows)
  for (const attribute of level.model.attributes.values()) {
    if (attribute.kind === 'media')
      await writeMedia(
        { ...level, attribute },
        changesAt(rows, ({ media }) => media.get(attribute)),
      )
  }
  for (const attribute of level.model.attributes.values()) {
    if (isRelation(attribute))
      await writeRelations(
        { ...level, attribute },
        changesAt(knownFor(attribute, level.model, rows), ({ relations }) => relations.get(attribute)),
      )
  }
}

/** Even a new entry may have links already: one attribute has linked it to itself, and another is the inverse of that. */
function knownFor(attribute: AnyRelation, model: Model, rows: readonly WrittenRow[]): readonly WrittenRow[] {
  const leadsBack = attribute.kind === 'morphTo' || attribute.target === model.uid
  return leadsBack && model.kind !== 'component' ? rows.map((row) => ({ ...row, isNew: false })) : rows
}

interface WrittenRow {
  readonly id: number
  readonly isNew: boolean
  readonly input: RowInput
}

function changesAt<Change>(
  rows: readonly WrittenRow[],
  changeIn: (input: RowInput) => Change | undefined,
): readonly RowChange<Change>[] {
  return rows.flatMap(({ id, isNew, input }) => {
    const change = changeIn(input)
    return change === undefined ? [] : [{ id, isNew, change }]
  })
}

async function writeComponents(level: Level, rows: readonly WrittenRow[]): Promise<void> {
  const { store, model } = level
  const changes = [...model.attributes.values()].filter(holdsComponents).flatMap((attribute) => {
    const sent = changesAt(rows, ({ components }) => components.get(attribute))
    return sent.length === 0 ? [] : [{ attribute, sent }]
  })
  const attributes = changes.map(({ attribute }) => attribute)
  const ids = [...new Set(changes.flatMap(({ sent }) => existing(sent)))]
  const placed = await unshare(level, attributes, await placedIn({ store, model, attributes, ids }))
  for (const { attribute, sent } of changes) {
    await writeComponentsAt(level, attribute, { before: placed.get(attribute.name) ?? NO_COMPONENTS, changes: sent })
  }
}

interface ComponentChanges {
  readonly before: OwnByRow
  readonly changes: readonly RowChange<readonly ComponentInput[]>[]
}

async function writeComponentsAt(
  level: Level,
  attribute: ComponentsAttribute,
  { before, changes }: ComponentChanges,
): Promise<void> {
  const { store, model } = level
  const matches = changes.map(({ id, change }) => ({ id, ...matched(change, before.get(id) ?? []) }))
  const placed = await writeAll(
    level,
    matches.flatMap(({ writes }) => writes),
  )
  const after = matches.map(
    ({ id, writes }) => [id, writes.map((write) => placed.get(write) ?? notWritten(write))] as const,
  )
  await placeComponents({ store, model, attribute }, before, new Map(after))
  await deleteComponents(
    store,
    matches.flatMap(({ gone }) => gone),
  )
}

function notWritten({ input }: ComponentWrite): never {
  throw new Error(`a component ${input.model.uid} was not written`)
}

interface ComponentWrite {
  readonly input: ComponentInput
  /** The row of an existing component of the entry; null for a new one, whatever id was sent. */
  readonly id: number | null
}

/**
 * Matches components with existing ones, and finds those to delete. If an id is sent twice, the first keeps the component,
 * and the second creates a new one.
 */
function matched(components: readonly ComponentInput[], before: readonly OwnComponent[]) {
  const left = new Map(before.map((old) => [`${old.uid} ${old.knownAs}`, old]))
  const writes = components.map((input): ComponentWrite => {
    const key = `${input.model.uid} ${input.id}`
    const id = left.get(key)?.id ?? null
    left.delete(key)
    return { input: id === null ? { ...input, ...withDefaults(input) } : input, id }
  })
  return { writes, gone: [...left.values()] }
}

/** Rows first, those of one table together; then what is nested in them. */
async function writeAll(
  { store, root }: Level,
  writes: readonly ComponentWrite[],
): Promise<ReadonlyMap<ComponentWrite, PlacedComponent>> {
  const placed = new Map<ComponentWrite, PlacedComponent>()
  for (const [model, alike] of groupPairs(writes.map((write) => [write.input.model, write]))) {
    const ids = await writeComponentRows(store, model, alike)
    const rows = alike.map((write, index) => ({ write, id: ids[index] ?? notWritten(write) }))
    for (const { write, id } of rows) placed.set(write, { uid: model.uid, id })
    const nested = rows.map(({ write: { id: known, input }, id }) => ({ id, isNew: known === null, input }))
    await writeNestedRows({ store, root, model }, nested)
  }
  return placed
}

/** The ids, in the order of the writes. */
async function writeComponentRows(
  store: Store,
  model: Model,
  writes: readonly ComponentWrite[],
): Promise<readonly number[]> {
  const { table } = tableOf(store.tables, model.uid)
  for (const { id, input } of writes)
    if (id !== null) await updateRow(store, table, id, scalarAssignments(store, input))
  const added = writes.filter(({ id }) => id === null)
  const rows = added.map(({ input }) => [...documentIdOf(store, model), ...scalarAssignments(store, input)])
  const newIds = [...(await insertRows(store, table, rows))].reverse()
  return writes.map((write) => write.id ?? newIds.pop() ?? notWritten(write))
}
