/**
 * Paths of populate that lead to types which the caller may not find.
 *
 *   populate=author.account      Lectern responds as for populate=author, while Strapi populates nothing
 */

import { type Answer, type Ask, isFailure } from '../answer.ts'
import { isList, isObject, sameJson } from '../find-differences.ts'
import { type Pair, withPairs } from '../query-pairs.ts'
import type { Pairing } from './pairing.ts'
import { namesPaths, pathsOf, populating } from './populate-paths.ts'
import type { Servers } from './servers.ts'

/** Each path takes one or several requests to Strapi. */
const MOST_PATHS = 8

export async function onlyPathsToForbidden(pairing: Pairing, { strapi }: Servers): Promise<boolean> {
  if (pairing.strapi.status !== 200 || pairing.lectern.status !== 200) return false
  const named = pairing.pairs.filter(namesPaths)
  const paths = named.flatMap(pathsOf)
  if (!paths.some((path) => path.includes('.')) || paths.length > MOST_PATHS) return false
  const followed = new Map<string, string | null>()
  for (const path of paths) followed.set(path, await longestFollowed(path, pairing, strapi))
  const others = pairing.pairs.filter((pair) => !named.includes(pair))
  const isFollowed = (path: string) => followed.get(path) === path
  // `author` is dropped as well if `author.account` is: nothing is left below it.
  const isExtended = (path: string) => paths.some((other) => other.startsWith(`${path}.`))
  // In a comma-separated list, all paths are dropped.
  const kept = named
    .filter((pair) => pathsOf(pair).every(isFollowed))
    .flatMap(pathsOf)
    .filter((path) => !isExtended(path))
  const shortened = paths.map((path) => followed.get(path) ?? null).filter((path) => path !== null)
  return (
    !paths.every(isFollowed) &&
    (await shows(pairing.strapi, [...others, ...populating(kept)], pairing, strapi)) &&
    shows(pairing.lectern, [...others, ...populating(shortened)], pairing, strapi)
  )
}

/** The path up to the last relation that Strapi follows for this caller; null if it does not follow the first one. */
async function longestFollowed(path: string, { path: asked, anonymous }: Pairing, strapi: Ask): Promise<string | null> {
  const names = path.split('.')
  for (let length = names.length; length > 0; length -= 1) {
    const shorter = names.slice(0, length).join('.')
    const answer = await strapi(withPairs(asked, populating([shorter])), { anonymous })
    if (!isFailure(answer) && showsAttribute(answer, names[0] ?? '')) return shorter
  }
  return null
}

/** Whether some entry of the response has the attribute, with any value. */
function showsAttribute({ json }: Answer, name: string): boolean {
  const data = isObject(json?.value) ? json.value.data : undefined
  return (isList(data) ? data : [data]).some((entry) => isObject(entry) && Object.hasOwn(entry, name))
}

/** Whether Strapi's response to these parameters equals the given one. */
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
