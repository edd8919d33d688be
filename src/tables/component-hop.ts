/** Components and dynamic zones: one table beside the owner's says which component rows belong to which attribute. */

import type { DynamicZoneAttribute, Model } from '../schema/schema.ts'
import { equals, hopVia } from './hop.ts'
import { componentsTable } from './names.ts'
import type { Hop } from './tables.ts'

export function componentHop(model: Model, attribute: string, component: string): Hop {
  return hopVia({
    table: componentsTable(model.collectionName),
    near: 'entity_id',
    far: 'cmp_id',
    where: [equals('field', attribute), equals('component_type', component)],
    order: 'order',
  })
}

export function dynamicZoneArms(model: Model, attribute: DynamicZoneAttribute): ReadonlyMap<string, Hop> {
  return new Map(attribute.components.map((uid) => [uid, componentHop(model, attribute.name, uid)]))
}
