/** Relations between two content types, or from a component to a content type. */

import { type Model, modelOf, type RelationAttribute, type Schema } from '../schema/schema.ts'
import { hop, hopVia } from './hop.ts'
import { idColumn, inverseIdColumn, inverseOrderColumn, linkTable, orderColumn } from './names.ts'
import type { Hop } from './tables.ts'

export function relationHop(schema: Schema, model: Model, attribute: RelationAttribute): Hop {
  const target = modelOf(schema, attribute.target)
  return attribute.mappedBy === null
    ? fromOwner(link(model, attribute, target))
    : fromInverse(link(target, ownerAttribute(target, attribute.mappedBy), model))
}

/** A relation seen from the side that stores it. */
interface Link {
  readonly owner: Model
  readonly attribute: RelationAttribute
  readonly target: Model
}

const link = (owner: Model, attribute: RelationAttribute, target: Model): Link => ({ owner, attribute, target })

/** The table that stores a relation, and its columns. */
export interface LinkTable {
  readonly table: string
  readonly owner: string
  readonly target: string
  /** The order in which the owner has its targets. */
  readonly order: string | null
  /** The order in which a target has its owners. */
  readonly inverseOrder: string | null
}

export function linkTableOf(owner: Model, attribute: RelationAttribute, target: Model): LinkTable {
  const { joinTable } = attribute
  if (joinTable !== null) {
    const { name, joinColumn, inverseJoinColumn, orderColumn } = joinTable
    return { table: name, owner: joinColumn, target: inverseJoinColumn, order: orderColumn, inverseOrder: null }
  }
  const stored = link(owner, attribute, target)
  return {
    table: linkTable(owner.collectionName, attribute.name),
    owner: ownerColumn(stored),
    target: targetColumn(stored),
    order: attribute.toMany ? orderColumn(target.modelName) : null,
    inverseOrder: inverseOrder(stored),
  }
}

function fromOwner({ owner, attribute, target }: Link): Hop {
  if (!attribute.useJoinTable) return hop({ from: ownColumn(attribute) })
  const { table, owner: near, target: far, order } = linkTableOf(owner, attribute, target)
  return hopVia({ table, near, far, order, ...(attribute.toMany ? {} : { ofOne: true }) })
}

function fromInverse({ owner, attribute, target }: Link): Hop {
  if (!attribute.useJoinTable) return hop({ to: ownColumn(attribute) })
  const { table, owner: far, target: near, inverseOrder: order } = linkTableOf(owner, attribute, target)
  return hopVia({ table, near, far, order })
}

/** The column of a relation that is stored in the owner's table. */
export const ownColumn = ({ name, joinColumn }: RelationAttribute) => joinColumn ?? idColumn(name)

/** Whether its link table is this attribute's; a relation that is its own inverse is read from the far side. */
export function ownsLinks(model: Model, { name, target, mappedBy }: RelationAttribute): boolean {
  return mappedBy === null || (mappedBy === name && target === model.uid)
}

/** Whether a target can have only one owner, because its inverse attribute is a to-one relation. */
export const isExclusive = ({ inversedBy, relation }: RelationAttribute) =>
  inversedBy !== null && relation.startsWith('one')

const ownerColumn = ({ owner }: Link) => idColumn(owner.modelName)

/** A relation of a type with itself, or with one of the same name, needs two columns that differ. */
function targetColumn(link: Link): string {
  const column = idColumn(link.target.modelName)
  return column === ownerColumn(link) ? inverseIdColumn(link.target.modelName) : column
}

/** Only where many may point at one target do editors order them there. */
function inverseOrder({ owner, attribute, target }: Link): string | null {
  if (attribute.inversedBy === null) return null
  const column = orderColumn(owner.modelName)
  if (attribute.relation === 'manyToOne') return column
  if (attribute.relation !== 'manyToMany') return null
  return column === orderColumn(target.modelName) ? inverseOrderColumn(owner.modelName) : column
}

function ownerAttribute(owner: Model, name: string): RelationAttribute {
  const attribute = owner.attributes.get(name)
  if (attribute?.kind !== 'relation')
    throw new Error(`${owner.uid} has no relation ${name}: the schema was not checked`)
  return attribute
}
