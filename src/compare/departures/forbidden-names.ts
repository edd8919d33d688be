/** Departures that concern types the caller may not find. A request to Strapi confirms them. */

import { type Ask, errorOf, isFailure } from '../answer.ts'
import { isList, isObject, type Json } from '../find-differences.ts'
import { type Pair, withPairs } from '../query-pairs.ts'
import type { DepartureId } from './catalog.ts'
import { onlyPathsToForbidden } from './forbidden-paths.ts'
import { type Pairing, typeOf } from './pairing.ts'
import { stepsAlong } from './query-steps.ts'
import type { Servers } from './servers.ts'

export interface ForbiddenRule {
  readonly departure: DepartureId
  confirms(pairing: Pairing, servers: Servers): Promise<boolean>
}

export const FORBIDDEN_RULES: readonly ForbiddenRule[] = [
  { departure: 'forbidden-in-populate', confirms: filtersThroughForbidden },
  { departure: 'hidden-nested', confirms: namesBelowForbidden },
  { departure: 'forbidden-path', confirms: onlyPathsToForbidden },
]

/** `populate[author][filters][$or][0][account][…]`, where this caller may not see accounts. */
async function filtersThroughForbidden(pairing: Pairing, { strapi }: Servers): Promise<boolean> {
  if (pairing.strapi.status !== 200 || pairing.lectern.status !== 400) return false
  const key = detailsOf(pairing.lectern)?.key
  if (typeof key !== 'string') return false
  const way = pairing.pairs.map(({ keys }) => populatedLike(keys, key)).find((each) => each !== null)
  return way !== undefined && showsNone(pairing, way, key, strapi)
}

const OPTIONS = new Set(['filters', 'sort'])

/**
 * The keys that populate the path of an option inside populate, up to the name; null if the parameter has no such path.
 */
function populatedLike(keys: readonly string[], name: string): readonly string[] | null {
  const option = keys.findIndex((key) => OPTIONS.has(key))
  const end = keys.indexOf(name, option + 1)
  if (keys[0] !== 'populate' || option === -1 || end === -1) return null
  const names = keys.slice(option + 1, end + 1).filter((key) => !key.startsWith('$') && !/^\d*$/.test(key))
  return [...keys.slice(0, option), ...names.flatMap((each) => ['populate', each])]
}

/** Strapi refuses a name below a relation that it would not have followed for this caller. */
async function namesBelowForbidden(pairing: Pairing, { strapi }: Servers): Promise<boolean> {
  if (pairing.strapi.status !== 400 || pairing.lectern.status !== 200) return false
  const { key, param } = detailsOf(pairing.strapi) ?? {}
  if (param !== 'populate' || typeof key !== 'string') return false
  for (const way of relationsAbove(key, pairing).slice(0, MOST_RELATIONS)) {
    if (await showsNone(pairing, way, way.at(-1) ?? '', strapi)) return true
  }
  return false
}

const MOST_RELATIONS = 10

/** The relations above a name, as the keys that populate them: `populate`, `author`, `populate`, `account`. */
function relationsAbove(key: string, pairing: Pairing): readonly (readonly string[])[] {
  const type = typeOf(pairing)
  if (type === null) return []
  const named = pairing.pairs.filter(
    ({ keys, value }) => keys[0] === 'populate' && (keys.includes(key) || (value ?? '').split(/[.,:]/).includes(key)),
  )
  const ways = named.map(keysOf).flatMap((keys) => {
    const ends = keys.map((_, at) => at).filter((at) => at > 0 && at < keys.length - 1 && keys[at - 1] === 'populate')
    return ends
      .map((at) => keys.slice(0, at + 1))
      .filter((way) => stepsAlong(way.slice(1), type, pairing).at(-1)?.attribute.kind === 'relation')
  })
  return [...new Map(ways.map((way) => [way.join('['), way])).values()]
}

/** The keys of `populate=author.account` in bracket notation. */
function keysOf({ keys, value }: Pair): readonly string[] {
  const names = (value ?? '').split('.')
  return keys.length > 2 || names.length < 2 ? keys : names.flatMap((name) => ['populate', name])
}

function detailsOf(answer: Pairing['strapi']): Readonly<Record<string, Json>> | undefined {
  const details = errorOf(answer)?.details
  return isObject(details) ? details : undefined
}

/** Strapi populates some entries, but none of them has the key. */
async function showsNone(
  { path, anonymous }: Pairing,
  keys: readonly string[],
  key: string,
  strapi: Ask,
): Promise<boolean> {
  const asked = await strapi(withPairs(path, [{ keys, value: 'true' }]), { anonymous })
  if (isFailure(asked) || asked.status !== 200 || !isObject(asked.json?.value)) return false
  const { data } = asked.json.value
  return isList(data) ? data.length > 0 && !hasKey(data, key) : isObject(data) && !hasKey(data, key)
}

function hasKey(value: Json, key: string): boolean {
  if (isList(value)) return value.some((item) => hasKey(item, key))
  if (!isObject(value)) return false
  return Object.hasOwn(value, key) || Object.values(value).some((inner) => hasKey(inner, key))
}
