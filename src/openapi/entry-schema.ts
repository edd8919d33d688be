/** A model → the schema of its entries in responses. Populated values refer to the schemas of their own models. */

import { descriptionOf } from '../schema/description.ts'
import { type Attribute, FILE_UID, type Model, type NonScalarAttribute } from '../schema/schema.ts'
import { type Api, commonRef, displayNameOf, modelRef, shownAttributes } from './api.ts'
import type { JsonSchema } from './document.ts'
import { anyOf, discriminated, listOf, NULL, objectOf, schemaRef } from './json-schema.ts'
import { listSchema } from './list-schema.ts'
import { nameOf } from './schema-names.ts'
import { valueSchema } from './value-schema.ts'

/** Keys that are always present, even without being in `fields`. */
const ALWAYS: readonly string[] = ['id', 'documentId']

export function entrySchema(api: Api, model: Model): JsonSchema {
  return shapeOf(api, model, [])
}

/**
 * The same as one of several models, with the property that identifies it. Written out, because many tools cannot merge
 * (`allOf`) recursive schemas.
 */
export function itemSchema(api: Api, model: Model): JsonSchema {
  return shapeOf(api, model, [model.kind === 'component' ? '__component' : '__type'])
}

function shapeOf(api: Api, model: Model, tags: readonly string[]): JsonSchema {
  const attributes = shownAttributes(api, model)
  const properties = attributes.map((attribute) => [attribute.name, attributeSchema(api, model, attribute)])
  const tagged = tags.map((tag) => [tag, { type: 'string', const: model.uid }])
  const always = model.kind === 'component' ? ['id'] : ALWAYS
  const required = attributes.map(({ name }) => name).filter((name) => always.includes(name))
  const description = descriptionOf(model)
  return {
    title: displayNameOf(model),
    ...(description === '' ? {} : { description }),
    ...objectOf(Object.fromEntries([...properties, ...tagged]), [...required, ...tags]),
  }
}

function attributeSchema(api: Api, owner: Model, attribute: Attribute): JsonSchema {
  if (attribute.kind === 'scalar') return valueSchema(attribute)
  return { ...linkSchema(api, owner, attribute), description: `${WORDS[attribute.kind]} Only when populated.` }
}

const WORDS: Record<NonScalarAttribute['kind'], string> = {
  relation: 'A relation.',
  morphInverse: 'A relation.',
  morphTo: 'A relation to any type; `__type` says which.',
  media: 'From the media library.',
  component: 'A component.',
  dynamiczone: 'Components of several kinds; `__component` says which.',
  localizations: 'The same document in its other locales.',
}

function linkSchema(api: Api, owner: Model, attribute: NonScalarAttribute): JsonSchema {
  switch (attribute.kind) {
    case 'dynamiczone':
      return anyOf(listsOf(api, zoneItem(api, attribute.components)))
    case 'morphTo':
      // Files have no schema for their owners: through them, every schema would refer to every other, and many tools expand
      // references.
      return counted(api, attribute.toMany, commonRef(owner.uid === FILE_UID ? 'FileOwner' : 'AnyEntry'))
    case 'localizations':
    case 'media':
      return several(api, attribute.toMany, modelRef(api, attribute.target))
    default:
      return counted(api, attribute.toMany, modelRef(api, attribute.target))
  }
}

/** A zone without components is an empty list. */
export function zoneItem(api: Api, components: readonly string[], suffix: 'Item' | 'ItemInput' = 'Item'): JsonSchema {
  if (components.length === 0) return { not: {} }
  return discriminated('__component', new Map(components.map((uid) => [uid, itemName(api, uid, suffix)])))
}

export function itemName({ names, view }: Api, uid: string, suffix: 'Item' | 'ItemInput'): string {
  return nameOf(names, view.schema, uid, suffix)
}

/** A list, and where the extension is on, a page of it with its total. */
function listsOf({ rest }: Api, item: JsonSchema): readonly JsonSchema[] {
  return [listOf(item), ...(rest.extensions.on.has('nestedPages') ? [listSchema(item)] : [])]
}

function several(api: Api, toMany: boolean, item: JsonSchema): JsonSchema {
  return toMany ? anyOf([...listsOf(api, item), NULL]) : anyOf([item, NULL])
}

/** `populate[x][count]=true` gives a number in place of entries. */
function counted(api: Api, toMany: boolean, item: JsonSchema): JsonSchema {
  return toMany ? anyOf([...listsOf(api, item), schemaRef('Count')]) : anyOf([item, schemaRef('Count'), NULL])
}
