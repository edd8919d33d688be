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

function fromOwner(link: Link): Hop {
  if (!link.attribute.useJoinTable) return hop({ from: idColumn(link.attribute.name) })
  return hopVia({
    table: linkTable(link.owner.collectionName, link.attribute.name),
    near: ownerColumn(link),
    far: targetColumn(link),
    order: link.attribute.toMany ? orderColumn(link.target.modelName) : null,
  })
}

function fromInverse(link: Link): Hop {
  if (!link.attribute.useJoinTable) return hop({ to: idColumn(link.attribute.name) })
  return hopVia({
    table: linkTable(link.owner.collectionName, link.attribute.name),
    near: targetColumn(link),
    far: ownerColumn(link),
    order: inverseOrder(link),
  })
}

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
