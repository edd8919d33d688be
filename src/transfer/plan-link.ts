/** A link of an archive → what is to be written for it. */

import type { LinkRecord } from '../archive/records.ts'
import type { Column, Value } from '../plan/read-plan.ts'
import {
  type Attribute,
  type Model,
  type MorphToAttribute,
  modelOf,
  type RelationAttribute,
  type Schema,
} from '../schema/schema.ts'
import { toOneColumns } from '../tables/morph-hop.ts'
import { idColumn, morphTable, tableName, typeColumn } from '../tables/names.ts'
import { type LinkTable, linkTableOf, ownColumn, ownsLinks } from '../tables/relation-hop.ts'
import type { Difference } from './differences.ts'
import { isLeftOut } from './left-out.ts'

export type PlannedLink = LinkRow | LinkColumns

/** A row of a link table. */
interface LinkRow {
  readonly kind: 'row'
  readonly table: string
  readonly owner: string
  readonly target: string
  readonly more: readonly LinkValue[]
}

/** Columns of the owner's own row. */
interface LinkColumns {
  readonly kind: 'columns'
  readonly table: string
  readonly target: string
  readonly more: readonly LinkValue[]
}

interface LinkValue {
  readonly column: Column
  readonly value: Value
}

/** `redundant`: nothing is lost without it. */
export type LinkPlan = PlannedLink | 'redundant' | Difference

export function isDifference(plan: LinkPlan): plan is Difference {
  return typeof plan === 'object' && 'message' in plan
}

export type PlanLink = (link: LinkRecord) => LinkPlan

/** The tables and columns that store links of an attribute. */
interface Places {
  readonly ofRelation: typeof linkTableOf
  readonly ofMorph: typeof morphPlace
}

/** For many links: where those of one attribute are stored is found out once. */
export function createLinkPlanner(schema: Schema): PlanLink {
  const relations = new Map<RelationAttribute, LinkTable>()
  const morphs = new Map<MorphToAttribute, MorphPlace>()
  const places: Places = {
    ofRelation: (owner, attribute, target) => once(relations, attribute, () => linkTableOf(owner, attribute, target)),
    ofMorph: (owner, attribute) => once(morphs, attribute, () => morphPlace(owner, attribute)),
  }
  return (link) => planLink(link, schema, places)
}

function once<K, V extends object>(known: Map<K, V>, key: K, make: () => V): V {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

interface MorphPlace {
  readonly table: string
  readonly owner: string
  readonly target: string
  readonly type: string
}

function morphPlace(owner: Model, { name }: MorphToAttribute): MorphPlace {
  return {
    table: morphTable(owner.collectionName, name),
    owner: idColumn(owner.modelName),
    target: idColumn(name),
    type: typeColumn(name),
  }
}

function planLink(link: LinkRecord, schema: Schema, places: Places): LinkPlan {
  const { left, right } = link
  if (isLeftOut(left.type) || isLeftOut(right.type) || left.field === 'localizations') return 'redundant'
  const owner = find(schema, left.type)
  const attribute = owner?.attributes.get(left.field ?? '')
  if (owner === undefined || attribute === undefined) return missing(left.type, left.field)
  const target = find(schema, right.type)
  if (target === undefined) return missing(right.type, null)
  if (attribute.kind === 'relation') return planRelation(link, { owner, attribute, target }, places)
  if (attribute.kind === 'morphTo') return planMorphTo(link, { owner, attribute, target }, places)
  return different(link, `The archive has a relation here, the project ${describe(attribute)}.`)
}

function find(schema: Schema, uid: string): Model | undefined {
  return schema.contentTypes.has(uid) || schema.components.has(uid) ? modelOf(schema, uid) : undefined
}

interface Ends<A> {
  readonly owner: Model
  readonly attribute: A
  readonly target: Model
}

function planRelation(
  link: LinkRecord,
  { owner, attribute, target }: Ends<RelationAttribute>,
  { ofRelation }: Places,
): LinkPlan {
  if (attribute.target !== target.uid) {
    return different(link, `The archive relates this to ${target.uid}, the project to ${attribute.target}.`)
  }
  if (attribute.relation !== link.relation || !ownsLinks(owner, attribute)) {
    return different(link, `This is ${link.relation} in the archive and ${describe(attribute)} in the project.`)
  }
  if (!attribute.useJoinTable) {
    return { kind: 'columns', table: tableName(owner.collectionName), target: ownColumn(attribute), more: [] }
  }
  const { table, owner: near, target: far, order, inverseOrder } = ofRelation(owner, attribute, target)
  const more = [...placed(order, link.left.pos), ...placed(inverseOrder, link.right.pos)]
  return { kind: 'row', table, owner: near, target: far, more }
}

function planMorphTo(
  link: LinkRecord,
  { owner, attribute, target }: Ends<MorphToAttribute>,
  { ofMorph }: Places,
): LinkPlan {
  const { field, pos } = link.right
  const isToMany = link.relation === 'morphToMany'
  if (isToMany !== attribute.toMany) {
    return different(link, `This is ${link.relation} in the archive and ${describe(attribute)} in the project.`)
  }
  // Strapi's query engine records the name of the relation itself where an update has no name of the other side.
  const isNamed = field === null || field === attribute.name || target.attributes.has(field)
  if (!isNamed) return missing(target.uid, field)
  const type = (column: string): LinkValue => ({ column: { name: column, kind: 'text' }, value: target.uid })
  if (!isToMany) {
    const columns = toOneColumns(attribute)
    return { kind: 'columns', table: tableName(owner.collectionName), target: columns.id, more: [type(columns.type)] }
  }
  const place = ofMorph(owner, attribute)
  const more = [type(place.type), { column: FIELD, value: field }, ...placed('order', pos)]
  return { kind: 'row', table: place.table, owner: place.owner, target: place.target, more }
}

const FIELD: Column = { name: 'field', kind: 'text' }

function placed(column: string | null, pos: number | null): readonly LinkValue[] {
  return column === null ? [] : [{ column: { name: column, kind: 'float' }, value: pos }]
}

function describe(attribute: Attribute): string {
  if (attribute.kind === 'relation') {
    return attribute.mappedBy === null ? attribute.relation : `${attribute.relation} kept by ${attribute.target}`
  }
  if (attribute.kind === 'morphTo') return attribute.toMany ? 'morphToMany' : 'morphToOne'
  return attribute.kind === 'scalar' ? attribute.type : attribute.kind
}

function missing(type: string, attribute: string | null): Difference {
  const message = attribute === null ? 'The project has no such type.' : 'The project has no such attribute.'
  return { kind: 'missing', type, attribute, message }
}

function different({ left }: LinkRecord, message: string): Difference {
  return { kind: 'different', type: left.type, attribute: left.field, message }
}
