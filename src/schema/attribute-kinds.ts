/** Questions about attributes whose answer covers several kinds. */

import type { AnyRelation, Attribute, ComponentsAttribute, PolymorphicAttribute } from './schema.ts'

export function isPolymorphic(attribute: Attribute): attribute is PolymorphicAttribute {
  return attribute.kind === 'morphTo' || attribute.kind === 'dynamiczone'
}

export function holdsComponents(attribute: Attribute): attribute is ComponentsAttribute {
  return attribute.kind === 'component' || attribute.kind === 'dynamiczone'
}

export function isRelation(attribute: Attribute): attribute is AnyRelation {
  return attribute.kind === 'relation' || attribute.kind === 'morphInverse' || attribute.kind === 'morphTo'
}
