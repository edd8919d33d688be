/** The role of each table: its rows are entries, components, or links. */

import { createHash } from 'node:crypto'
import { holdsComponents } from '../schema/attribute-kinds.ts'
import { modelsOf } from '../schema/models.ts'
import { type Attribute, type Model, modelOf, type RelationAttribute, type Schema } from '../schema/schema.ts'
import { componentsTable, idColumn, morphTable, tableName, typeColumn } from './names.ts'
import { linkTableOf, ownsLinks } from './relation-hop.ts'

export type TableRole =
  /** `drafts`: whether a row without `published_at` is a draft. */
  | { readonly kind: 'entries'; readonly uid: string; readonly drafts: boolean }
  | { readonly kind: 'components'; readonly uid: string }
  | { readonly kind: 'links'; readonly near: LinkEnd; readonly far: LinkEnd | null }

/** A column with ids of rows of a model. For relations to any type, `model` names the column with the UID. */
export interface LinkEnd {
  readonly column: string
  readonly model: { readonly uid: string } | { readonly column: string }
}

/** By table. */
export type TableRoles = ReadonlyMap<string, TableRole>

export function tableRoles(schema: Schema): TableRoles {
  const types = [...schema.contentTypes.values()].map(
    ({ uid, collectionName, draftAndPublish }) =>
      [tableName(collectionName), { kind: 'entries', uid, drafts: draftAndPublish } as const] as const,
  )
  const components = [...schema.components.values()].map(
    ({ uid, collectionName }) => [tableName(collectionName), { kind: 'components', uid } as const] as const,
  )
  const models = modelsOf(schema)
  return new Map<string, TableRole>([...types, ...components, ...models.flatMap((model) => linksOf(schema, model))])
}

type Links = readonly [table: string, role: Extract<TableRole, { kind: 'links' }>]

function linksOf(schema: Schema, model: Model): readonly Links[] {
  const ofAttribute = (attribute: Attribute): readonly Links[] => {
    if (attribute.kind === 'relation' && attribute.useJoinTable && ownsLinks(model, attribute)) {
      return [relationLinks(schema, model, attribute)]
    }
    if (attribute.kind !== 'morphTo' || !attribute.toMany) return []
    const near = { column: idColumn(model.modelName), model }
    const far = { column: idColumn(attribute.name), model: { column: typeColumn(attribute.name) } }
    return [[morphTable(model.collectionName, attribute.name), { kind: 'links', near, far }]]
  }
  const attributes = [...model.attributes.values()]
  return [...(attributes.some(holdsComponents) ? [componentLinks(model)] : []), ...attributes.flatMap(ofAttribute)]
}

/** The component at the other end is reached through this row, so that this row decides. */
function componentLinks(model: Model): Links {
  const near = { column: 'entity_id', model }
  return [componentsTable(model.collectionName), { kind: 'links', near, far: null }]
}

function relationLinks(schema: Schema, model: Model, attribute: RelationAttribute): Links {
  const target = modelOf(schema, attribute.target)
  const { table, owner, target: far } = linkTableOf(model, attribute, target)
  return [table, { kind: 'links', near: { column: owner, model }, far: { column: far, model: target } }]
}

/** The columns that a change of a row is noted with. */
export interface NotedColumns {
  readonly near: string
  readonly far: string | null
  /** The column with the UID of the model that `far` references. */
  readonly type: string | null
}

/**
 * How changes of drafts and of published rows are distinguished: by `published_at` of the row itself, or later, by the rows
 * it belongs to.
 */
export type RowNotes = 'published_at' | NotedColumns

export function rowNotesOf(role: TableRole): RowNotes {
  if (role.kind === 'entries') return 'published_at'
  if (role.kind === 'components') return { near: 'id', far: null, type: null }
  const { near, far } = role
  return {
    near: near.column,
    far: far?.column ?? null,
    type: far !== null && 'column' in far.model ? far.model.column : null,
  }
}

/**
 * A number derived from the noted columns. It is part of the triggers, so that triggers of an older schema are recognized.
 */
export function signatureOf(notes: RowNotes): number {
  const text = notes === 'published_at' ? notes : JSON.stringify([notes.near, notes.far, notes.type])
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}
