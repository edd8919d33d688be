/** A RowInput onto a row that exists: its scalars, then everything that hangs on it. */

import { columnOf } from '../plan/columns.ts'
import type { Model, ScalarAttribute } from '../schema/schema.ts'
import { bind } from '../sql/sql.ts'
import { tableOf } from '../tables/tables.ts'
import type { ComponentInput, RowInput } from '../validate/document-input.ts'
import { withDefaults } from '../validate/with-defaults.ts'
import { deleteComponents } from './delete-row.ts'
import { type Assignment, insertRow, updateRow } from './rows.ts'
import type { Store } from './store.ts'
import type { Root } from './versions.ts'
import { type PlacedComponent, placeComponents, placedComponents } from './write-components.ts'
import { writeMedia } from './write-media.ts'
import { writeRelation } from './write-relation.ts'

/** Slugs that are not settled by now are those of components with an id that the entry does not have. */
export function scalarAssignments(store: Store, { model, scalars, slugs }: RowInput): readonly Assignment[] {
  return [...scalars, ...slugs].map(([attribute, value]) => {
    const column = columnOf(model, attribute, store.tables)
    return { column: column.name, value: store.dialect.stored(value, column.kind) }
  })
}

/** Everything but the scalars, which went in with the row itself. */
export async function writeAround(store: Store, id: number, input: RowInput, root: Root): Promise<void> {
  for (const [attribute, components] of input.components) {
    const before = await placedComponents(store, input.model, id, attribute)
    const after: PlacedComponent[] = []
    // Sent twice, it is one that the entry has, and one more.
    const left = () => before.filter((old) => !after.some((kept) => kept.uid === old.uid && kept.id === old.id))
    for (const component of components) after.push(await writeComponent(store, component, left(), root))
    const gone = left()
    await placeComponents(store, input.model, id, attribute, before, after)
    await deleteComponents(store, gone)
  }
  for (const [attribute, files] of input.media) await writeMedia(store, input.model, id, attribute, files)
  for (const [attribute, change] of input.relations) {
    await writeRelation({ store, root, model: input.model, id, attribute }, change)
  }
}

/** A component that the entry has already keeps its row; any other is a new one, whatever id it was sent with. */
async function writeComponent(
  store: Store,
  input: ComponentInput,
  before: readonly PlacedComponent[],
  root: Root,
): Promise<PlacedComponent> {
  const { uid } = input.model
  const { table } = tableOf(store.tables, uid)
  const kept = before.find((old) => old.uid === uid && old.id === input.id)
  const row = kept === undefined ? withDefaults(input) : input
  const values = scalarAssignments(store, row)
  if (kept !== undefined) await updateRow(store, table, kept.id, values)
  const id = kept?.id ?? (await insertRow(store, table, [...documentIdOf(store, row.model), ...values]))
  await writeAround(store, id, row, root)
  return { uid, id }
}

/** Component tables of databases that we made have a document id. */
export function documentIdOf(store: Store, model: Model): readonly Assignment[] {
  const attribute: ScalarAttribute | undefined = scalarNamed(model, 'documentId')
  if (attribute === undefined) return []
  return [{ column: columnOf(model, attribute, store.tables).name, value: bind(store.newDocumentId()) }]
}

function scalarNamed(model: Model, wanted: string): ScalarAttribute | undefined {
  const attribute = model.attributes.get(wanted)
  return attribute?.kind === 'scalar' ? attribute : undefined
}
