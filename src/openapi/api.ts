/** The API to describe, and the caller it is described for. */

import { may, mayFind } from '../access/caller.ts'
import { mayFindDrafts } from '../access/drafts.ts'
import { type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import type { RestSettings } from '../config/settings.ts'
import type { Attribute, ContentType, Model } from '../schema/schema.ts'
import type { JsonSchema, Reference } from './document.ts'
import { schemaRef } from './json-schema.ts'
import { type CommonName, nameOf, type SchemaNames, type SchemaSuffix } from './schema-names.ts'

export interface Api {
  /** The schema as the caller may see it. */
  readonly view: VisibleSchema
  readonly names: SchemaNames
  readonly rest: RestSettings
  /** Whether the database may be changed. */
  readonly writable: boolean
  /** Whether there are users who can log in. */
  readonly users: boolean
  /** Types that a relation to any type may lead this caller to. */
  readonly anyTypes: readonly ContentType[]
}

export type ContentAction = 'find' | 'findOne' | 'create' | 'update' | 'delete'

const ACTIONS: Record<ContentType['kind'], readonly ContentAction[]> = {
  collectionType: ['find', 'findOne', 'create', 'update', 'delete'],
  singleType: ['find', 'update', 'delete'],
}

/** The actions that the caller may perform on entries of the type. */
export function actionsOn({ view, writable }: Api, { uid, kind, hasRoutes }: ContentType): readonly ContentAction[] {
  if (!hasRoutes) return []
  const offered = ACTIONS[kind].filter((action) => writable || action === 'find' || action === 'findOne')
  return offered.filter((action) => may(view.caller, `${uid}.${action}`))
}

/** Types with paths that this caller may use. */
export function servedTypes(api: Api): readonly ContentType[] {
  return [...api.view.schema.contentTypes.values()].filter((type) => actionsOn(api, type).length > 0)
}

export function findsDraftsOf({ view, rest }: Api, { uid, draftAndPublish }: ContentType): boolean {
  return draftAndPublish && mayFindDrafts(view.caller, uid, rest.drafts)
}

/** Whether there are drafts of any type that this caller may see; a setting that all may see them needs no type. */
export function findsDrafts(api: Api): boolean {
  return (
    api.rest.drafts === 'find' || [...api.view.schema.contentTypes.values()].some((type) => findsDraftsOf(api, type))
  )
}

export function modelRef(api: Api, uid: string, suffix: SchemaSuffix = ''): JsonSchema & Reference {
  return schemaRef(nameOf(api.names, api.view.schema, uid, suffix))
}

export const commonRef = (name: CommonName): JsonSchema & Reference => schemaRef(name)

export function anyTypes(view: VisibleSchema): readonly ContentType[] {
  return [...view.schema.contentTypes.values()].filter(({ uid }) => mayFind(view.caller, uid))
}

/** Attributes that responses show. A relation to any type is shown only if there is a type to show. */
export function shownAttributes(api: Api, model: Model): readonly Attribute[] {
  return visibleAttributes(api.view, model).filter(({ kind }) => kind !== 'morphTo' || api.anyTypes.length > 0)
}

/** Attributes that bodies may set, except for those that responses hide. */
export function inputAttributes(api: Api, model: Model): readonly Attribute[] {
  return shownAttributes(api, model).filter(({ writable }) => writable)
}

/** Its display name. */
export function displayNameOf({ source, modelName }: Model): string {
  const info = source.info
  const name = typeof info === 'object' && info !== null && 'displayName' in info ? info.displayName : null
  return typeof name === 'string' && name !== '' ? name : modelName
}
