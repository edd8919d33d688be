/** Finds the differences between two JSON values. The order of keys is ignored, the order of lists is not. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export type JsonPath = readonly (string | number)[]

export type DifferenceKind =
  /** Different status codes. */
  | 'status'
  /** One of the bodies is not JSON. */
  | 'form'
  /** An entry that only one of the lists has. */
  | 'entries'
  /** The same entries in another order. */
  | 'order'
  /** A key that only one of the objects has. */
  | 'keys'
  | 'values'

export interface Difference {
  readonly kind: DifferenceKind
  readonly place: JsonPath
  /** Undefined if there is nothing at that place. */
  readonly strapi: Json | undefined
  readonly lectern: Json | undefined
}

/** Further differences would only repeat the first ones. */
const MOST = 500

export function findDifferences(strapi: Json, lectern: Json): readonly Difference[] {
  const found: Difference[] = []
  collect(strapi, lectern, [], found)
  return found.slice(0, MOST)
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function sameJson(one: Json, other: Json): boolean {
  return findDifferences(one, other).length === 0
}

function collect(strapi: Json, lectern: Json, place: JsonPath, found: Difference[]): void {
  if (found.length >= MOST) return
  if (isList(strapi) && isList(lectern)) collectList(strapi, lectern, place, found)
  else if (isObject(strapi) && isObject(lectern)) collectObject(strapi, lectern, place, found)
  else if (!Object.is(strapi, lectern)) found.push({ kind: 'values', place, strapi, lectern })
}

function collectObject(strapi: JsonObject, lectern: JsonObject, place: JsonPath, found: Difference[]): void {
  for (const key of new Set([...Object.keys(strapi), ...Object.keys(lectern)])) {
    const [one, other] = [own(strapi, key), own(lectern, key)]
    if (one !== undefined && other !== undefined) collect(one, other, [...place, key], found)
    else found.push({ kind: 'keys', place: [...place, key], strapi: one, lectern: other })
  }
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Entries are matched by identity, so that an additional entry does not shift all that follow. */
function collectList(strapi: readonly Json[], lectern: readonly Json[], place: JsonPath, found: Difference[]): void {
  const [ours, theirs] = [identities(lectern), identities(strapi)]
  if (ours === null || theirs === null) {
    collectByPosition(strapi, lectern, place, found)
    return
  }
  for (const [identity, at] of theirs) {
    const other = ours.get(identity)
    if (other === undefined) found.push(missing([...place, at], strapi[at], undefined))
    else collect(strapi[at] ?? null, lectern[other] ?? null, [...place, at], found)
  }
  for (const [identity, at] of ours) {
    if (!theirs.has(identity)) found.push(missing([...place, at], undefined, lectern[at]))
  }
  const [order, otherOrder] = [common(theirs, ours), common(ours, theirs)]
  if (order.some((identity, at) => identity !== otherOrder[at])) {
    found.push({ kind: 'order', place, strapi: order, lectern: otherOrder })
  }
}

function collectByPosition(
  strapi: readonly Json[],
  lectern: readonly Json[],
  place: JsonPath,
  found: Difference[],
): void {
  for (let at = 0; at < Math.max(strapi.length, lectern.length); at += 1) {
    const [one, other] = [strapi[at], lectern[at]]
    if (one !== undefined && other !== undefined) collect(one, other, [...place, at], found)
    else found.push(missing([...place, at], one, other))
  }
}

function missing(place: JsonPath, strapi: Json | undefined, lectern: Json | undefined): Difference {
  return { kind: 'entries', place, strapi, lectern }
}

function common(list: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): readonly string[] {
  return [...list.keys()].filter((identity) => other.has(identity))
}

/**
 * By identity: the position of each entry. Repeated entries are numbered: `12`, `12 (2)`. Null if the items are not
 * entries.
 */
function identities(list: readonly Json[]): ReadonlyMap<string, number> | null {
  const found = new Map<string, number>()
  const times = new Map<string, number>()
  for (const [at, item] of list.entries()) {
    const identity = identityOf(item)
    if (identity === null) return null
    const time = (times.get(identity) ?? 0) + 1
    times.set(identity, time)
    found.set(time === 1 ? identity : `${identity} (${time})`, at)
  }
  return found
}

/** `article 12`: the id of a row, with its type in lists of several types. */
function identityOf(item: Json): string | null {
  if (!isObject(item)) return null
  const { id, __component: component, __type: type } = item
  if (typeof id !== 'number' && typeof id !== 'string') return null
  const kind = component ?? type
  return typeof kind === 'string' ? `${kind} ${id}` : String(id)
}
