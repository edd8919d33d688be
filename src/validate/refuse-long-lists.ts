/** Each item of a list is a row to write, so their number is checked before anything else. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import { isRecord } from '../config/project-config.ts'
import type { Attribute, ComponentsAttribute, Model, Schema } from '../schema/schema.ts'

type Data = Readonly<Record<string, unknown>>

/** Items of all lists count together, those inside others too. */
export function refuseLongLists(data: Data, model: Model, schema: Schema, most: number): void {
  if (itemsIn(data, model, schema) > most) throw limitExceeded('listItems', most)
}

function itemsIn(data: Data, model: Model, schema: Schema): number {
  let items = 0
  for (const attribute of model.attributes.values()) {
    if (Object.hasOwn(data, attribute.name)) items += itemsOf(attribute, data[attribute.name], schema)
  }
  return items
}

function itemsOf(attribute: Attribute, value: unknown, schema: Schema): number {
  switch (attribute.kind) {
    case 'component':
    case 'dynamiczone':
      return lengthOf(value) + sum(listOf(value), (item) => itemsInside(item, attribute, schema))
    case 'relation':
    case 'morphInverse':
    case 'morphTo':
    case 'media':
      return isRecord(value) ? sum(CHANGES, (key) => lengthOf(value[key])) : lengthOf(value)
    case 'scalar':
    case 'localizations':
      return 0
  }
}

const CHANGES = ['set', 'connect', 'disconnect'] as const

function itemsInside(item: unknown, attribute: ComponentsAttribute, schema: Schema): number {
  if (!isRecord(item)) return 0
  const uid = attribute.kind === 'component' ? attribute.target : item.__component
  const model = typeof uid === 'string' ? schema.components.get(uid) : undefined
  return model === undefined ? 0 : itemsIn(item, model, schema)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((total, item) => total + of(item), 0)
}
