/** One entry of a relation: `5`, `"abc"`, or `{ documentId: "abc", locale: "fr", position: { start: true } }`. */

import { linkableType, targetOf, visibleAttribute, visibleNames } from '../access/visible-schema.ts'
import { isRecord } from '../config/project-config.ts'
import type { AnyRelation, Model } from '../schema/schema.ts'
import type { LinkItem, LinkPosition } from './document-input.ts'
import type { FieldPath } from './field-error.ts'
import { invalidBodyKey, invalidLinkType } from './invalid-body-key.ts'
import { readPosition, readReference } from './read-reference.ts'
import type { Field, RowContext } from './row-context.ts'

/** The key that contains an item. Only connected items have a position. */
export type LinkMode = 'listed' | 'set' | 'connect' | 'disconnect'

type Item = Readonly<Record<string, unknown>>

/** Null after an error, which has been reported. */
export function readLinkItem(value: unknown, mode: LinkMode, field: Field<AnyRelation>): LinkItem | null {
  const { attribute, place, context } = field
  const item: Item = isRecord(value) ? value : { id: value }
  const target = targetModel(item, field)
  if (target === null) return null
  checkKeys(item, target, mode, field)
  // An entry copied from a response has both; its documentId is used, with the matching version.
  const entry = readReference(item.documentId ?? item.id)
  if (entry === null) context.report(place, 'must be an id or a documentId', value)
  const locale = readLocale(item, place, context)
  const status = readStatus(item, target, place, context)
  const position = readPosition(mode === 'connect' ? item.position : null, [...place, 'position'], context.report)
  if (attribute.kind === 'morphTo' && position !== null) checkNeighbour(position, field)
  if (entry === null || locale === undefined || status === undefined || position === null) return null
  return { entry, type: attribute.kind === 'morphTo' ? target.uid : null, locale, status, position }
}

function targetModel(item: Item, { attribute, place, context }: Field<AnyRelation>): Model | null {
  if (attribute.kind !== 'morphTo') return targetOf(context.view, attribute)
  const type = item.__type
  if (typeof type !== 'string' || type === '') {
    context.report([...place, '__type'], 'is a required field', type)
    return null
  }
  const target = linkableType(context.view, type)
  if (target === undefined) throw invalidLinkType(attribute.name, ownerOf(attribute, place))
  return target
}

/** A neighbour may be of another type, if the caller may know of it. */
function checkNeighbour(position: LinkPosition, { attribute, place, context }: Field<AnyRelation>): void {
  if (!('neighbour' in position) || position.type === null) return
  if (linkableType(context.view, position.type) !== undefined) return
  throw invalidLinkType(attribute.name, ownerOf(attribute, place))
}

/** The place of the row that has the attribute. */
function ownerOf(attribute: AnyRelation, place: FieldPath): FieldPath {
  return place.slice(0, place.lastIndexOf(attribute.name))
}

const ITEM_KEYS: readonly string[] = ['id', 'documentId', 'locale', 'status']

/** `{ conect: […] }` is read as an entry, for want of a key that makes it a change. */
const CHANGES: readonly string[] = ['set', 'connect', 'disconnect']

/** Attributes of the entry are ignored here, so that what was read can be sent back. */
function checkKeys(item: Item, target: Model, mode: LinkMode, field: Field<AnyRelation>): void {
  const { attribute, place, context } = field
  const known = [
    ...ITEM_KEYS,
    ...(attribute.kind === 'morphTo' ? ['__type'] : []),
    ...(mode === 'listed' ? [] : ['position']),
  ]
  for (const key of Object.keys(item)) {
    if (known.includes(key) || visibleAttribute(context.view, target, key) !== undefined) continue
    const parent = [...ownerOf(attribute, place), attribute.name]
    const changes = mode === 'listed' ? CHANGES : []
    throw invalidBodyKey(key, parent, 'link', [...known, ...changes, ...visibleNames(context.view, target)])
  }
}

function readLocale({ locale = null }: Item, place: FieldPath, { report }: RowContext): string | null | undefined {
  if (locale === null || (typeof locale === 'string' && locale !== '')) return locale
  report([...place, 'locale'], 'must be the code of a locale', locale)
  return undefined
}

function readStatus(
  { status = null }: Item,
  target: Model,
  place: FieldPath,
  { report }: RowContext,
): LinkItem['status'] | undefined {
  if (status === null || status === 'draft' || status === 'published') return status
  // An attribute of the entry that happens to have this name.
  if (target.attributes.has('status')) return null
  report([...place, 'status'], 'must be one of the following values: draft, published', status)
  return undefined
}
