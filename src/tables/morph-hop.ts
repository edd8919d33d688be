/** Hops for relations to any content type, on both sides, and for media, which are stored in the same way. */

import {
  FILE_UID,
  type MediaAttribute,
  type Model,
  type MorphColumn,
  type MorphInverseAttribute,
  type MorphToAttribute,
  modelOf,
  type Schema,
} from '../schema/schema.ts'
import { equals, hop, hopVia } from './hop.ts'
import { idColumn, morphTable, typeColumn } from './names.ts'
import type { Hop } from './tables.ts'

/** Columns of a morphToOne relation. Their names do not depend on the attribute's. */
export const toOneColumns = ({ morphColumn }: MorphToAttribute): MorphColumn =>
  morphColumn ?? { id: 'target_id', type: 'target_type' }

/** Column of every morph table: the attribute that a row was written from; null where it was the morph side itself. */
const FIELD = 'field'

/** A hop for each possible target type. */
export function morphToArms(schema: Schema, model: Model, attribute: MorphToAttribute): ReadonlyMap<string, Hop> {
  const arm = attribute.toMany ? toManyArm : toOneArm
  return new Map([...schema.contentTypes].map(([uid, target]) => [uid, arm(model, attribute, target)]))
}

function toOneArm(_model: Model, attribute: MorphToAttribute, { uid }: Model): Hop {
  const { id, type } = toOneColumns(attribute)
  return hop({ from: id, fromWhere: [equals(type, uid)] })
}

function toManyArm(model: Model, attribute: MorphToAttribute, target: Model): Hop {
  const except = hiddenWaysBack(target).map((name) => equals(FIELD, name))
  return hopVia({
    table: morphTable(model.collectionName, attribute.name),
    near: idColumn(model.modelName),
    far: idColumn(attribute.name),
    where: [equals(typeColumn(attribute.name), target.uid)],
    order: 'order',
    ...(except.length === 0 ? {} : { except }),
  })
}

/** A file must not reveal which entry has it in a private attribute. */
function hiddenWaysBack(target: Model): readonly string[] {
  return [...target.attributes.values()]
    .filter(({ hidden, kind }) => hidden && (kind === 'media' || kind === 'morphInverse'))
    .map(({ name }) => name)
}

export function morphInverseHop(schema: Schema, model: Model, attribute: MorphInverseAttribute): Hop {
  const target = modelOf(schema, attribute.target)
  const other = target.attributes.get(attribute.morphBy)
  if (other?.kind !== 'morphTo')
    throw new Error(`${target.uid} has no morph relation ${attribute.morphBy}: the schema was not checked`)
  if (!other.toMany) {
    const { id, type } = toOneColumns(other)
    return hop({ to: id, toWhere: [equals(type, model.uid)] })
  }
  return throughMorphTable(target, other.name, model, attribute.name)
}

export function mediaHop(schema: Schema, model: Model, attribute: MediaAttribute): Hop {
  return throughMorphTable(modelOf(schema, FILE_UID), 'related', model, attribute.name)
}

/** Rows of the owner's morph table hold UID and attribute name of the side they were written from, verbatim. */
function throughMorphTable(owner: Model, ownerAttribute: string, model: Model, attribute: string): Hop {
  return hopVia({
    table: morphTable(owner.collectionName, ownerAttribute),
    near: idColumn(ownerAttribute),
    far: idColumn(owner.modelName),
    where: [equals(typeColumn(ownerAttribute), model.uid), equals(FIELD, attribute)],
    order: 'order',
  })
}
