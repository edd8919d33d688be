/** Component tables of Lectern's own databases have a document id. */

import { columnOf } from '../../plan/columns.ts'
import type { Model, ScalarAttribute } from '../../schema/schema.ts'
import { bind } from '../../sql/sql.ts'
import type { Assignment } from '../rows.ts'
import type { Store } from '../store.ts'

export function documentIdColumn(store: Store, model: Model): string | null {
  const attribute: ScalarAttribute | undefined = scalarNamed(model, 'documentId')
  return attribute === undefined ? null : columnOf(model, attribute, store.tables).name
}

export function documentIdOf(store: Store, model: Model): readonly Assignment[] {
  const column = documentIdColumn(store, model)
  return column === null ? [] : [{ column, value: bind(store.newDocumentId()) }]
}

function scalarNamed(model: Model, wanted: string): ScalarAttribute | undefined {
  const attribute = model.attributes.get(wanted)
  return attribute?.kind === 'scalar' ? attribute : undefined
}
