/** Writes a RowInput to a row that exists: its scalars, then its components, files and relations. */

import { columnOf } from '../../plan/columns.ts'
import type { Model, ScalarAttribute } from '../../schema/schema.ts'
import { bind } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { ComponentInput, RowInput } from '../../validate/document-input.ts'
import { withDefaults } from '../../validate/with-defaults.ts'
import { type PlacedComponent, placeComponents, placedComponents } from '../components/placed-components.ts'
import { writeMedia } from '../links/write-media.ts'
import { writeRelation } from '../links/write-relation.ts'
import { type Assignment, insertRows, updateRow } from '../rows.ts'
import type { Store } from '../store.ts'
import { deleteComponents } from './delete-cascading.ts'
import type { Root } from './versions.ts'

/** Slugs without a value here belong to components with an id that the entry does not have. */
export function scalarAssignments(store: Store, { model, scalars, slugs }: RowInput): readonly Assignment[] {
  return [...scalars, ...slugs].map(([attribute, value]) => {
    const column = columnOf(model, attribute, store.tables)
    return { column: column.name, value: store.dialect.stored(value, column.kind) }
  })
}

export interface NestedWrite {
  readonly store: Store
  readonly root: Root
  /** The row: the root, or a component of it. */
  readonly id: number
}

/** Components, files and relations; the scalars went in with the row itself. */
export async function writeNested({ store, root, id }: NestedWrite, input: RowInput): Promise<void> {
  const row = { store, model: input.model, id }
  for (const [attribute, components] of input.components) {
    const place = { ...row, attribute }
    const before = await placedComponents(place)
    const { writes, gone } = matched(components, before)
    const after = await writeComponents(store, writes, root)
    await placeComponents(place, new Map([[id, before]]), new Map([[id, after]]))
    await deleteComponents(store, gone)
  }
  for (const [attribute, files] of input.media) await writeMedia({ ...row, attribute }, files)
  for (const [attribute, change] of input.relations) await writeRelation({ ...row, root, attribute }, change)
}

interface ComponentWrite {
  readonly input: ComponentInput
  /** The row of a component that the entry has already; null for a new one, whatever id it was sent with. */
  readonly id: number | null
}

/**
 * Which components the entry has already, and which of those it loses. An id that is sent twice keeps one and creates
 * one.
 */
function matched(components: readonly ComponentInput[], before: readonly PlacedComponent[]) {
  const left = new Map(before.map((old) => [`${old.uid} ${old.id}`, old]))
  const writes = components.map((input): ComponentWrite => {
    const key = `${input.model.uid} ${input.id}`
    const id = left.get(key)?.id ?? null
    left.delete(key)
    return { input: id === null ? { ...input, ...withDefaults(input) } : input, id }
  })
  return { writes, gone: [...left.values()] }
}

/** Rows first, those of one table together; then what is nested in them, one after the other. */
async function writeComponents(
  store: Store,
  writes: readonly ComponentWrite[],
  root: Root,
): Promise<readonly PlacedComponent[]> {
  const placed: PlacedComponent[] = []
  for (const alike of ofOneTable(writes)) placed.push(...(await writeComponentRows(store, alike)))
  for (const [index, { input }] of writes.entries()) {
    const id = placed[index]?.id
    if (id !== undefined) await writeNested({ store, root, id }, input)
  }
  return placed
}

/** Runs of new components of one table; existing ones by themselves. */
function ofOneTable(writes: readonly ComponentWrite[]): readonly (readonly ComponentWrite[])[] {
  const groups: ComponentWrite[][] = []
  for (const write of writes) {
    const group = groups.at(-1)
    const first = group?.[0]
    const isAlike = first?.id === null && write.id === null && first.input.model === write.input.model
    if (group !== undefined && isAlike) group.push(write)
    else groups.push([write])
  }
  return groups
}

async function writeComponentRows(
  store: Store,
  writes: readonly ComponentWrite[],
): Promise<readonly PlacedComponent[]> {
  const [first] = writes
  if (first === undefined) return []
  const { uid } = first.input.model
  const { table } = tableOf(store.tables, uid)
  if (first.id !== null) {
    await updateRow(store, table, first.id, scalarAssignments(store, first.input))
    return [{ uid, id: first.id }]
  }
  const rows = writes.map(({ input }) => [...documentIdOf(store, input.model), ...scalarAssignments(store, input)])
  return (await insertRows(store, table, rows)).map((id) => ({ uid, id }))
}

/** Component tables of Lectern's own databases have a document id. */
export function documentIdColumn(store: Store, model: Model): string | null {
  const attribute: ScalarAttribute | undefined = scalarNamed(model, 'documentId')
  return attribute === undefined ? null : columnOf(model, attribute, store.tables).name
}

function documentIdOf(store: Store, model: Model): readonly Assignment[] {
  const column = documentIdColumn(store, model)
  return column === null ? [] : [{ column, value: bind(store.newDocumentId()) }]
}

function scalarNamed(model: Model, wanted: string): ScalarAttribute | undefined {
  const attribute = model.attributes.get(wanted)
  return attribute?.kind === 'scalar' ? attribute : undefined
}
