/** The logical model → where each part of it is stored. */

import { isPolymorphic } from '../schema/attribute-kinds.ts'
import { modelsOf } from '../schema/models.ts'
import type { LinkAttribute, Model, PolymorphicAttribute, ScalarAttribute, Schema } from '../schema/schema.ts'
import { componentHop, dynamicZoneArms } from './component-hop.ts'
import { hop } from './hop.ts'
import { mediaHop, morphInverseHop, morphToArms } from './morph-hop.ts'
import { columnName, tableName } from './names.ts'
import { relationHop } from './relation-hop.ts'
import type { Hop, ModelTable, Tables } from './tables.ts'

/** The schema must have been checked: every target exists, every other side too. */
export function tablesFromSchema(schema: Schema): Tables {
  const models = modelsOf(schema)
  return new Map(models.map((model) => [model.uid, modelTable(schema, model)]))
}

function modelTable(schema: Schema, model: Model): ModelTable {
  const columns = new Map<string, string>()
  const hops = new Map<string, Hop>()
  const arms = new Map<string, ReadonlyMap<string, Hop>>()
  for (const attribute of model.attributes.values()) {
    if (attribute.kind === 'scalar') columns.set(attribute.name, columnOf(attribute))
    else if (isPolymorphic(attribute)) arms.set(attribute.name, armsOf(schema, model, attribute))
    else hops.set(attribute.name, hopOf(schema, model, attribute))
  }
  return { table: tableName(model.collectionName), indexes: [], search: null, columns, hops, arms }
}

const columnOf = (attribute: ScalarAttribute) => attribute.columnName ?? columnName(attribute.name)

function armsOf(schema: Schema, model: Model, attribute: PolymorphicAttribute): ReadonlyMap<string, Hop> {
  return attribute.kind === 'morphTo' ? morphToArms(schema, model, attribute) : dynamicZoneArms(model, attribute)
}

function hopOf(schema: Schema, model: Model, attribute: LinkAttribute): Hop {
  switch (attribute.kind) {
    case 'relation':
      return relationHop(schema, model, attribute)
    case 'morphInverse':
      return morphInverseHop(schema, model, attribute)
    case 'media':
      return mediaHop(schema, model, attribute)
    case 'component':
      return componentHop(model, attribute.name, attribute.target)
    case 'localizations':
      return hop({ from: 'document_id', to: 'document_id', notSelf: true })
  }
}
