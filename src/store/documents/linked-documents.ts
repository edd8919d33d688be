/** The documents whose versions or lists a write to a document reads or changes because they are linked to it already. */

import { holdsComponents, isRelation } from '../../schema/attribute-kinds.ts'
import { hasDrafts } from '../../schema/models.ts'
import {
  type AnyRelation,
  type ContentType,
  type Model,
  type MorphInverseAttribute,
  modelOf,
  type RelationAttribute,
} from '../../schema/schema.ts'
import { bind, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import { placesTableOf } from '../components/placed-components.ts'
import { constantConditions, linkOf, viaOf } from '../links/link-table.ts'
import { pointersAt } from '../links/own-pointer.ts'
import type { Store } from '../store.ts'
import type { DocumentRef } from './document-ref.ts'

/** Rows of a type that a document is linked to. */
export interface LinkedRows {
  readonly uid: string
  /** On rows of the table of the type. */
  readonly condition: Sql
}

/**
 * Publishing reads the versions of linked documents, and replaces the old version in their lists and pointers by the new one; what
 * locales share is linked in each of them.
 */
export function linkedTo(store: Store, { type, documentId }: Omit<DocumentRef, 'locale'>): readonly LinkedRows[] {
  const { table } = tableOf(store.tables, type.uid)
  const ids = sql`select "id" from ${name(table)} where "document_id" = ${bind(documentId)}`
  const root = { store, type, model: type, ids }
  const own = type.draftAndPublish ? linksOf(root) : []
  const below = type.draftAndPublish || type.localized ? pathsBelow(root).flatMap(linksOf) : []
  return [...own, ...below, ...pointersTo(root)]
}

/**
 * Writing a row updates the foreign keys that reference it: they get the id of another version, or null if there is no
 * other.
 */
function pointersTo({ store, type, ids }: Rows): readonly LinkedRows[] {
  return [...store.schema.contentTypes.values()].flatMap((source) =>
    pointersAt(store, source, type).map(({ from, fromWhere }) => ({
      uid: source.uid,
      condition: join([isIn(store, from, ids), ...constantConditions(fromWhere)], ' and '),
    })),
  )
}

/** Rows of a model: those of the document itself, or its components of one kind. */
interface Rows {
  readonly store: Store
  readonly type: ContentType
  readonly model: Model
  /** A statement. */
  readonly ids: Sql
}

/**
 * Components that contain one another can be reached along more paths than one statement can list in reasonable time.
 * Documents linked along further paths are not locked first: two writers may meet there in different orders, and then one
 * of them is retried.
 */
const MOST_PATHS = 64

interface Below extends Rows {
  /** The components along the path. One that contains itself is followed once. */
  readonly above: readonly string[]
}

/** Paths to components, shortest first. */
function pathsBelow(rows: Rows): readonly Below[] {
  const { store } = rows
  const paths: Below[] = []
  let level: readonly Below[] = [{ ...rows, above: [] }]
  while (level.length > 0 && paths.length < MOST_PATHS) {
    level = level.flatMap(componentsOf).slice(0, MOST_PATHS - paths.length)
    paths.push(...level)
  }
  return paths

  function componentsOf({ model, ids: owners, above }: Below): readonly Below[] {
    return [...componentTables(store, model)].flatMap(([uid, table]) => {
      if (above.includes(uid)) return []
      const ids = sql`select "cmp_id" from ${name(table)} where "component_type" = ${literal(uid)} and ${isIn(store, 'entity_id', owners)}`
      return [{ ...rows, model: modelOf(store.schema, uid), ids, above: [...above, uid] }]
    })
  }
}

/** By UID of the component. A model has one table for all its components. */
function componentTables(store: Store, model: Model): ReadonlyMap<string, string> {
  const tables = new Map<string, string>()
  for (const attribute of model.attributes.values()) {
    if (!holdsComponents(attribute)) continue
    const table = placesTableOf(store, model, attribute)
    const uids = attribute.kind === 'component' ? [attribute.target] : attribute.components
    if (table !== null) for (const uid of uids) if (store.schema.components.has(uid)) tables.set(uid, table)
  }
  return tables
}

function linksOf(rows: Rows): readonly LinkedRows[] {
  return [...rows.model.attributes.values()].flatMap((attribute) =>
    isRelation(attribute)
      ? waysOf(rows, attribute).map(([uid, hop]) => ({ uid, condition: isReached(rows, hop) }))
      : [],
  )
}

/** To the types whose rows are read or changed, by their UIDs. */
function waysOf(rows: Rows, attribute: AnyRelation): readonly (readonly [string, Hop])[] {
  const { hops, arms } = tableOf(rows.store.tables, rows.model.uid)
  if (attribute.kind === 'morphTo') {
    return [...(arms.get(attribute.name) ?? [])].filter(([uid]) => hasSeveralRows(rows, uid))
  }
  const hop = hops.get(attribute.name)
  const isRead = hasSeveralRows(rows, attribute.target) || isListed(rows, attribute)
  return hop === undefined || !isRead ? [] : [[attribute.target, hop]]
}

/** Whether the row that is linked has to be chosen. */
function hasSeveralRows({ store, type, model }: Rows, uid: string): boolean {
  const target = modelOf(store.schema, uid)
  if (target.kind === 'component') return false
  return (
    (type.draftAndPublish && hasDrafts(target)) || (model.kind === 'component' && type.localized && target.localized)
  )
}

/** Whether the relation has a place at the other side: in a list, or in the row itself. */
function isListed({ store, model }: Rows, attribute: RelationAttribute | MorphInverseAttribute): boolean {
  if (attribute.kind !== 'relation' || model.kind === 'component') return false
  return viaOf(store, model.uid, attribute.name) === null
    ? attribute.mappedBy !== null
    : linkOf(store, model, attribute).otherOrder !== null
}

function isReached({ store, model, ids }: Rows, { via, from, fromWhere, to, toWhere }: Hop): Sql {
  const { table } = tableOf(store.tables, model.uid)
  if (via !== null) {
    const isLinked = [isIn(store, via.near, ids), ...constantConditions(via.where)]
    return isIn(store, 'id', sql`select ${name(via.far)} from ${name(via.table)} where ${join(isLinked, ' and ')}`)
  }
  const points = [isIn(store, 'id', ids), ...constantConditions(fromWhere)]
  const isTarget = isIn(store, to, sql`select ${name(from)} from ${name(table)} where ${join(points, ' and ')}`)
  return join([isTarget, ...constantConditions(toWhere)], ' and ')
}

/** Rows are looked up by few ids, step by step: without statistics, a join of all these tables might read all of them. */
export function isIn({ dialect }: Store, column: string, set: Sql): Sql {
  return dialect.inSet.drives?.(name(column), set) ?? sql`${name(column)} in (${set})`
}
