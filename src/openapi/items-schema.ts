/** Schemas of the extension `zones`, for dynamic zones and relations to any type. */

import type { PolymorphicAttribute } from '../schema/schema.ts'
import { type Api, commonRef, modelRef } from './api.ts'
import type { JsonSchema } from './document.ts'
import { anyOf, listOf, objectOf } from './json-schema.ts'

export function itemsSchema(api: Api, attribute: PolymorphicAttribute): JsonSchema {
  const uids = attribute.kind === 'dynamiczone' ? attribute.components : api.anyTypes.map(({ uid }) => uid)
  const tag = attribute.kind === 'dynamiczone' ? '__component' : '__type'
  const arms = uids.map((uid) => [uid, anyOf([{ type: 'boolean', const: true }, modelRef(api, uid, 'Filters')])])
  const items = { on: closed(Object.fromEntries(arms)), [tag]: named(uids) }
  const conditions = objectOf(items, [])
  const emptiness = { $null: { type: 'boolean' }, $notNull: { type: 'boolean' } }
  const groups = { $and: listOf(conditions), $or: listOf(conditions), $not: conditions }
  return closed({ ...items, ...groups, ...emptiness, ...ofAll(api, conditions) })
}

function ofAll(api: Api, conditions: JsonSchema): Readonly<Record<string, JsonSchema>> {
  if (!api.rest.extensions.on.has('quantifiers')) return {}
  return { $some: conditions, $every: conditions, $none: conditions, $count: commonRef('NumberConditions') }
}

function named(uids: readonly string[]): JsonSchema {
  const name = { type: 'string', enum: uids }
  return anyOf([name, closed({ $eq: name, $ne: name, $in: listOf(name), $notIn: listOf(name) })])
}

function closed(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...objectOf(properties, []), additionalProperties: false }
}
