/** An object of a body → the row it describes. Wrong values are collected; an unknown key throws at once. */

import { writableAttribute, writableNames } from '../access/visible-schema.ts'
import { isLocalized } from '../schema/models.ts'
import type {
  AnyRelation,
  Attribute,
  ComponentsAttribute,
  MediaAttribute,
  Model,
  ScalarAttribute,
} from '../schema/schema.ts'
import { bodyValueHint } from './body-value-hints.ts'
import { brokenRules } from './broken-rules.ts'
import { checkBlocks } from './check-blocks.ts'
import type { ComponentInput, LinkChange, MediaChange, RowInput, StoredValue } from './document-input.ts'
import { type FieldPath, nullError } from './field-error.ts'
import { inertBodyKey, invalidBodyKey } from './invalid-body-key.ts'
import { readComponent, readZone } from './read-components.ts'
import { readLinks } from './read-links.ts'
import { readMedia } from './read-media.ts'
import { readScalar } from './read-scalar.ts'
import { reportMissing } from './report-missing.ts'
import type { Field, RowContext } from './row-context.ts'
import { withDefaults } from './with-defaults.ts'

type Data = Readonly<Record<string, unknown>>

/** A row under construction. */
interface Parts {
  readonly model: Model
  readonly scalars: Map<ScalarAttribute, StoredValue>
  readonly slugs: Map<ScalarAttribute, string>
  readonly relations: Map<AnyRelation, LinkChange>
  readonly components: Map<ComponentsAttribute, readonly ComponentInput[]>
  readonly media: Map<MediaAttribute, MediaChange>
}

export function readRow(model: Model, data: Data, place: FieldPath, context: RowContext): RowInput {
  checkKeys(model, data, place, context)
  const parts: Parts = {
    model,
    scalars: new Map(),
    slugs: new Map(),
    relations: new Map(),
    components: new Map(),
    media: new Map(),
  }
  const sent = [...model.attributes.values()].filter(({ name, writable }) => writable && Object.hasOwn(data, name))
  for (const attribute of sent) {
    readAttribute(data[attribute.name], { attribute, place: [...place, attribute.name], context }, parts)
  }
  const row = context.creating ? withDefaults(parts) : parts
  if (context.creating && !context.draft) reportMissing(row, data, place, context)
  return row
}

/** Keys that components have beside attributes. A documentId is the server's; it may come along from a read. */
const OF_COMPONENTS: readonly string[] = ['id', 'documentId']

/** Keys that the server sets. They come along when an entry is read, changed and sent back, and are ignored. */
const OF_ENTRIES: readonly string[] = [
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  'localizations',
  'createdBy',
  'updatedBy',
]

function checkKeys(model: Model, data: Data, place: FieldPath, { view }: RowContext): void {
  for (const key of Object.keys(data)) {
    const ignored = model.kind === 'component' ? OF_COMPONENTS : OF_ENTRIES
    if (writableAttribute(view, model, key) === undefined && !ignored.includes(key)) {
      if (model.inert.has(key)) throw inertBodyKey(key, place)
      const kind = model.kind === 'component' ? 'component' : 'entry'
      throw invalidBodyKey(key, place, kind, writableNames(view, model))
    }
  }
}

function readAttribute(value: unknown, field: Field<Attribute>, parts: Parts): void {
  const { attribute } = field
  switch (attribute.kind) {
    case 'scalar':
      readValue(value, { ...field, attribute }, parts)
      break
    case 'relation':
    case 'morphInverse':
    case 'morphTo':
      keep(parts.relations, attribute, readLinks(value, { ...field, attribute }))
      break
    case 'media':
      keep(parts.media, attribute, readMedia(value, { ...field, attribute }))
      break
    case 'component':
      if (!attribute.toMany) reportNull(value, field, parts.model)
      keep(parts.components, attribute, readComponent(value, { ...field, attribute }, readRow))
      break
    case 'dynamiczone':
      keep(parts.components, attribute, readZone(value, { ...field, attribute }, readRow))
      break
    case 'localizations':
      // Never writable: localizations are not stored.
      break
  }
}

function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | null): void {
  if (value !== null) map.set(key, value)
}

function readValue(value: unknown, field: Field<ScalarAttribute>, parts: Parts): void {
  const { attribute, place, context } = field
  // A secret is not repeated, not even to the caller who sent it.
  const shown = attribute.type === 'password' ? undefined : value
  const reading = readScalar(attribute.type, value)
  const hintOf = () => bodyValueHint(attribute, value)
  if ('wrong' in reading) {
    const what = attribute.type === 'password' ? 'must be a `string` type.' : reading.wrong
    context.report(place, what, shown, hintOf)
    return
  }
  reportNull(value, field, parts.model)
  for (const what of brokenRules(attribute, reading.value, context)) context.report(place, what, shown, hintOf)
  if (attribute.type === 'blocks' && Array.isArray(value)) checkBlocks(value, place, context.report)
  parts.scalars.set(attribute, reading.value)
}

/** In a new row a null is a missing value, and reported as one. */
function reportNull(value: unknown, { attribute, place, context }: Field<Attribute>, model: Model): void {
  if (value !== null || !attribute.required || context.draft || context.creating) return
  if (isShared(attribute, model)) return
  context.report(place, context.publishing ? nullError(attribute) : nullError(attribute, 'cannot be null.'), null)
}

/**
 * In a locale that the document does not have yet, null means the value that the others have. Whether there is one is known only
 * when it is stored, and checked then.
 */
function isShared(attribute: Attribute, model: Model): boolean {
  return isLocalized(model) && !attribute.localized
}
