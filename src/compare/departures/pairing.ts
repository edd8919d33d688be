/** Both responses to one request, and its context. */

import type { Route, RouteKind } from '../../request/routes.ts'
import { type Attribute, type ContentType, FILE_UID, type Model, type Schema, USER_UID } from '../../schema/schema.ts'
import type { Answer } from '../answer.ts'
import { isObject, type Json, type JsonPath } from '../find-differences.ts'
import type { Pair } from '../query-pairs.ts'

export interface Pairing {
  readonly path: string
  readonly pairs: readonly Pair[]
  readonly anonymous: boolean
  /** Null if Lectern has no such path. */
  readonly route: Route | null
  readonly schema: Schema
  readonly maxLimit: number
  readonly profile: 'contract' | 'strapi'
  /** Whether drafts need a permission of their own. */
  readonly drafts: 'find' | 'granted'
  readonly strapi: Answer
  readonly lectern: Answer
}

/** Routes whose responses have no `data` around them, with their content types. */
const BARE: ReadonlyMap<RouteKind, string> = new Map([
  ['users', USER_UID],
  ['user', USER_UID],
  ['me', USER_UID],
  ['files', FILE_UID],
  ['file', FILE_UID],
])

export function isBare({ route }: Pairing): boolean {
  return route !== null && BARE.has(route.kind)
}

/** The content type of the request. */
export function typeOf({ route, schema }: Pairing): ContentType | null {
  if (route?.kind === 'list' || route?.kind === 'entry' || route?.kind === 'single') return route.type
  const uid = route === null ? undefined : route.kind === 'userCount' ? USER_UID : BARE.get(route.kind)
  return uid === undefined ? null : (schema.contentTypes.get(uid) ?? null)
}

export interface Step {
  readonly model: Model
  /** The name in the schema file; `attribute` is undefined if the model has none of that name. */
  readonly name: string
  readonly attribute: Attribute | undefined
  /** The place in the body, including the name. */
  readonly place: JsonPath
}

/** The attributes on the way to a place in a body, beginning at the root. */
export function stepsTo(place: JsonPath, pairing: Pairing): readonly Step[] {
  const steps: Step[] = []
  let model: Model | null = typeOf(pairing)
  for (const [at, key] of place.entries()) {
    if (model === null) break
    if (typeof key === 'number' || (at === 0 && key === 'data')) continue
    const attribute = model.attributes.get(key)
    // `data` and `attributes` of the v4 format.
    if (attribute === undefined && (key === 'attributes' || key === 'data')) continue
    steps.push({ model, name: key, attribute, place: place.slice(0, at + 1) })
    model = attribute === undefined ? null : targetAt(attribute, place, at + 1, pairing)
  }
  return steps
}

function targetAt(attribute: Attribute, place: JsonPath, next: number, pairing: Pairing): Model | null {
  const { schema } = pairing
  switch (attribute.kind) {
    case 'scalar':
      return null
    case 'morphTo':
    case 'dynamiczone': {
      const uid = kindOfItem(attribute.toMany ? place.slice(0, next + 1) : place.slice(0, next), pairing)
      return uid === null ? null : (schema.contentTypes.get(uid) ?? schema.components.get(uid) ?? null)
    }
    default:
      return schema.contentTypes.get(attribute.target) ?? schema.components.get(attribute.target) ?? null
  }
}

/** Indexes in lists are those of Strapi's response, or of Lectern's for entries that only it has. */
function kindOfItem(place: JsonPath, { strapi, lectern }: Pairing): string | null {
  for (const { json } of [strapi, lectern]) {
    const item = json === null ? undefined : valueAt(json.value, place)
    if (!isObject(item)) continue
    const kind = item.__component ?? item.__type
    if (typeof kind === 'string') return kind
  }
  return null
}

export function valueAt(value: Json, place: JsonPath): Json | undefined {
  let current: Json | undefined = value
  for (const key of place) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as { readonly [key: string | number]: Json })[key]
  }
  return current
}
