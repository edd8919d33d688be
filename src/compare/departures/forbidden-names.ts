/** Departures about types that the caller may not find, which a request to Strapi confirms. */

import { type Answer, type Ask, errorOf, isFailure } from '../answer.ts'
import { isList, isObject, type Json, sameJson } from '../find-differences.ts'
import { type Pair, withPairs } from '../query-pairs.ts'
import type { DepartureId } from './catalog.ts'
import { type Pairing, typeOf } from './pairing.ts'
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

/** `populate[author][filters][account][…]`, where no caller sees the account. */
async function filtersThroughForbidden(pairing: Pairing, { strapi }: Servers): Promise<boolean> {
  if (pairing.strapi.status !== 200 || pairing.lectern.status !== 400) return false
  const key = detailsOf(pairing.lectern)?.key
  const used = pairing.pairs
    .map(({ keys }) => keys)
    .find((keys) => keys[0] === 'populate' && keys.some((name, at) => name === key && OPTIONS.has(keys[at - 1] ?? '')))
  if (used === undefined || typeof key !== 'string') return false
  const owner = used.slice(0, used.indexOf(key) - 1)
  return showsNone(pairing, [...owner, 'populate', key], key, strapi)
}

const OPTIONS = new Set(['filters', 'sort'])

/** Strapi refuses a name that is nested in a relation which it would not have followed. */
async function namesBelowForbidden(pairing: Pairing, { strapi }: Servers): Promise<boolean> {
  if (pairing.strapi.status !== 400 || pairing.lectern.status !== 200) return false
  if (detailsOf(pairing.strapi)?.param !== 'populate') return false
  const nested = pairing.pairs.find(({ keys }) => {
    const attribute = typeOf(pairing)?.attributes.get(keys[1] ?? '')
    return keys[0] === 'populate' && keys.length > 2 && attribute?.kind === 'relation'
  })
  const name = nested?.keys[1]
  return name === undefined ? false : showsNone(pairing, ['populate', name], name, strapi)
}

/** `populate=author.account`: Lectern shows what Strapi shows with `populate=author`, and Strapi shows nothing. */
async function onlyPathsToForbidden(pairing: Pairing, { strapi }: Servers): Promise<boolean> {
  if (pairing.strapi.status !== 200 || pairing.lectern.status !== 200) return false
  const isPopulate = ({ keys }: Pair) => keys[0] === 'populate'
  const others = pairing.pairs.filter((pair) => !isPopulate(pair))
  const isPath = ({ keys, value }: Pair) => keys.length <= 2 && /^[^.,]+\.[^,]+$/.test(value ?? '')
  if (others.length === pairing.pairs.length || !pairing.pairs.every((pair) => !isPopulate(pair) || isPath(pair)))
    return false
  const shortened = pairing.pairs.map((pair) => (isPopulate(pair) ? withoutLastName(pair) : pair))
  return (await shows(pairing.strapi, others, pairing, strapi)) && shows(pairing.lectern, shortened, pairing, strapi)
}

function withoutLastName(pair: Pair): Pair {
  return { ...pair, value: (pair.value ?? '').replace(/\.[^.]*$/, '') }
}

/** Whether Strapi's response to these parameters is this one. */
async function shows(
  { json }: Answer,
  pairs: readonly Pair[],
  { path, anonymous }: Pairing,
  strapi: Ask,
): Promise<boolean> {
  const asked = await strapi(withPairs(path, pairs), { anonymous })
  if (isFailure(asked) || asked.json === null || json === null) return false
  return sameJson(asked.json.value, json.value)
}

function detailsOf(answer: Pairing['strapi']): Readonly<Record<string, Json>> | undefined {
  const details = errorOf(answer)?.details
  return isObject(details) ? details : undefined
}

/** Strapi populates some entries, and none of them has the key. */
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
