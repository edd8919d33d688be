/**
 * The schema as one caller may see it, and the one resolver of names. Filters, sort, fields, populate, search and
 * bodies all come through here, so a private or forbidden name is an unknown name everywhere, by construction.
 */

import type { Attribute, ContentType, Model, Schema } from '../schema/schema.ts'
import { modelOf } from '../schema/schema.ts'
import { type Caller, mayFind } from './caller.ts'

export interface VisibleSchema {
  readonly schema: Schema
  readonly caller: Caller
}

/** Undefined if there is no such attribute, it is hidden, or the caller may not find its target. */
export function visibleAttribute(view: VisibleSchema, model: Model, name: string): Attribute | undefined {
  const attribute = existingAttribute(model, name)
  return attribute === undefined || !mayFollow(view, attribute) ? undefined : attribute
}

/**
 * For populate: undefined if there is no such attribute; null if it is omitted without an error, because the caller may
 * not find its target or because it is inert.
 */
export function populatableAttribute(view: VisibleSchema, model: Model, name: string): Attribute | null | undefined {
  if (model.inert.has(name)) return null
  const attribute = existingAttribute(model, name)
  return attribute === undefined || mayFollow(view, attribute) ? attribute : null
}

export function visibleAttributes(view: VisibleSchema, model: Model): readonly Attribute[] {
  return [...model.attributes.values()].filter((attribute) => !attribute.hidden && mayFollow(view, attribute))
}

export function visibleNames(view: VisibleSchema, model: Model): readonly string[] {
  return visibleAttributes(view, model).map((attribute) => attribute.name)
}

/**
 * For writes: the attribute of that name that this caller may set, or undefined. Private attributes are hidden
 * from responses, not from callers who may write the entry.
 */
export function writableAttribute(view: VisibleSchema, model: Model, name: string): Attribute | undefined {
  const attribute = model.attributes.get(name)
  return attribute === undefined || !attribute.writable || !mayFollow(view, attribute) ? undefined : attribute
}

/** Names to suggest for a write. */
export function writableNames(view: VisibleSchema, model: Model): readonly string[] {
  return visibleAttributes(view, model).flatMap(({ name, writable }) => (writable ? [name] : []))
}

/**
 * The content type that a polymorphic relation may be connected to; undefined if it does not exist or the caller may
 * not find it.
 */
export function linkableType(view: VisibleSchema, uid: string): ContentType | undefined {
  return mayFind(view.caller, uid) ? view.schema.contentTypes.get(uid) : undefined
}

/** The content type or component that an attribute refers to. */
export function targetOf(view: VisibleSchema, attribute: { readonly target: string }): Model {
  return modelOf(view.schema, attribute.target)
}

function existingAttribute(model: Model, name: string): Attribute | undefined {
  const attribute = model.attributes.get(name)
  return attribute === undefined || attribute.hidden ? undefined : attribute
}

/** Relations need `find` on their target. Media and components belong to the entry and need nothing. */
function mayFollow(view: VisibleSchema, attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'relation':
      return !attribute.needsFind || mayFind(view.caller, attribute.target)
    case 'morphInverse':
    case 'localizations':
      return mayFind(view.caller, attribute.target)
    default:
      return true
  }
}
