/** A model → the schema of its request bodies. */

import { holdsComponents } from '../schema/attribute-kinds.ts'
import type { Attribute, ContentType, Model, NonScalarAttribute, ScalarAttribute } from '../schema/schema.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { type Api, commonRef, displayNameOf, inputAttributes, modelRef } from './api.ts'
import type { JsonSchema } from './document.ts'
import { zoneItem } from './entry-schema.ts'
import { anyOf, listOf, NULL, objectOf, orNull } from './json-schema.ts'
import { plainSchema } from './value-schema.ts'

export function inputSchema(api: Api, model: Model): JsonSchema {
  return shapeOf(api, model, [])
}

export function itemInputSchema(api: Api, model: Model): JsonSchema {
  return shapeOf(api, model, ['__component'])
}

function shapeOf(api: Api, model: Model, tags: readonly string[]): JsonSchema {
  const properties = inputAttributes(api, model).map((attribute) => [attribute.name, attributeInput(api, attribute)])
  const own: readonly (readonly [string, JsonSchema])[] = model.kind === 'component' ? [['id', COMPONENT_ID]] : []
  const tagged = tags.map((tag) => [tag, { type: 'string', const: model.uid }])
  const shape = objectOf(Object.fromEntries([...own, ...properties, ...tagged]), tags)
  return { title: `${displayNameOf(model)}, to write`, ...shape }
}

const COMPONENT_ID: JsonSchema = {
  type: ['integer', 'null'],
  description: 'The id of a component that the entry has: this component is changed instead of replaced.',
}

/** Required attributes of a new entry. None for types with drafts, since the query says whether it is a draft. */
export function requiredOf(api: Api, type: ContentType): readonly string[] {
  if (type.draftAndPublish) return []
  return inputAttributes(api, type)
    .filter(isDemanded)
    .map(({ name }) => name)
}

/** The server fills in defaults, and generates slugs. Links are not required. */
function isDemanded(attribute: Attribute): boolean {
  if (!attribute.required) return false
  if (attribute.kind !== 'scalar') return holdsComponents(attribute)
  return attribute.rules.default === undefined && attribute.type !== 'uid'
}

function attributeInput(api: Api, attribute: Attribute): JsonSchema {
  const schema = attribute.kind === 'scalar' ? scalarInput(attribute) : linkInput(api, attribute)
  const notes = notesOn(attribute)
  return notes.length === 0 ? schema : { ...schema, description: notes.join(' ') }
}

/** The schema contains rules that also hold for drafts. The others depend on the query, and are in the description. */
function scalarInput(attribute: ScalarAttribute): JsonSchema {
  const { maxLength, min, max } = attribute.rules
  const plain = valueKind(attribute.type) === 'bigint' ? BIG_INTEGER : withoutDescription(plainSchema(attribute))
  return orNull({
    ...plain,
    ...(maxLength === null ? {} : { maxLength }),
    ...patternOf(attribute),
    ...(typeof min === 'number' ? { minimum: min } : {}),
    ...(typeof max === 'number' ? { maximum: max } : {}),
  })
}

/** Readers of JSON Schema read patterns as Unicode ones, which some that work otherwise are not. */
function patternOf({ required, rules: { regex } }: ScalarAttribute): JsonSchema {
  if (regex === null) return {}
  // An empty text is allowed where no value is required.
  const pattern = required ? regex.source : `^$|${regex.source}`
  try {
    return { pattern: new RegExp(pattern, 'u').source }
  } catch {
    return {}
  }
}

const BIG_INTEGER: JsonSchema = { anyOf: [{ type: 'string', pattern: '^-?\\d+$' }, { type: 'integer' }] }

function withoutDescription({ description: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

function linkInput(api: Api, attribute: NonScalarAttribute): JsonSchema {
  switch (attribute.kind) {
    case 'component': {
      const component = modelRef(api, attribute.target, 'Input')
      return attribute.toMany ? listOf(component) : anyOf([component, NULL])
    }
    case 'dynamiczone':
      return listOf(zoneItem(api, attribute.components, 'ItemInput'))
    case 'media':
      return attribute.toMany ? anyOf([listOf(FILE), FILE, NULL]) : anyOf([FILE, NULL])
    default:
      return linksInput(attribute.toMany)
  }
}

const FILE: JsonSchema = { type: 'integer', description: 'The id of a file.' }

function linksInput(toMany: boolean): JsonSchema {
  const link = commonRef('Link')
  const set = anyOf([...(toMany ? [listOf(link)] : []), link, NULL])
  const changes = objectOf({ set, connect: listOf(link), disconnect: listOf(link) }, [])
  return anyOf([...(toMany ? [listOf(link)] : []), link, NULL, changes])
}

function notesOn(attribute: Attribute): readonly string[] {
  const rules = attribute.kind === 'scalar' ? attribute.rules : null
  const least = rules?.minLength ?? null
  const items = 'min' in attribute ? attribute : null
  return [
    ...(attribute.required ? ['Required in a published entry.'] : []),
    ...defaultNote(rules?.default),
    ...(least === null ? [] : [`At least ${least} characters in a published entry.`]),
    ...(items?.min == null ? [] : [`At least ${items.min} in a published entry.`]),
    ...(items?.max == null ? [] : [`At most ${items.max} in a published entry.`]),
    ...(rules?.unique === true ? ['No two documents have the same.'] : []),
    ...(typeof rules?.min === 'bigint' ? [`From ${rules.min}.`] : []),
    ...(typeof rules?.max === 'bigint' ? [`To ${rules.max}.`] : []),
  ]
}

/**
 * In words: a change does not set it, and the keyword `default` makes generators such as openapi-typescript demand the
 * property in every body.
 */
function defaultNote(value: unknown): readonly string[] {
  return value === undefined ? [] : [`A new entry without it has \`${JSON.stringify(value)}\`.`]
}
