/**
 * Departures that change which entries are found. One page is not enough to recognize them: whole lists are requested,
 * without populate, and compared with what the departure would do to them.
 */

import { jsonIn } from '../../config/json-in.ts'
import { isFailure } from '../answer.ts'
import { isObject, type Json, sameJson } from '../find-differences.ts'
import { withPairs } from '../query-pairs.ts'
import type { DepartureId } from './catalog.ts'
import {
  filtersThroughVersions,
  foundThroughOtherVersion,
  sameWithoutSort,
  sortsThroughVersions,
} from './drafts-in-filters.ts'
import { foldsOtherScripts, foundInOtherCase, isBetween, searchesOtherScript } from './other-scripts.ts'
import type { Pairing } from './pairing.ts'
import { filterUses } from './query-steps.ts'
import { searched, showsWord } from './searched-words.ts'
import type { Servers } from './servers.ts'
import { asksForMore, isSameShortened } from './unlimited-pages.ts'
import { allEntries, idsOf } from './whole-list.ts'

export interface ListRule {
  readonly departure: DepartureId
  applies(pairing: Pairing): boolean
  confirms(pairing: Pairing, servers: Servers): Promise<boolean>
}

export const LIST_RULES: readonly ListRule[] = [
  { departure: 'drafts-in-filters', applies: filtersThroughVersions, confirms: foundThroughOtherVersion },
  { departure: 'drafts-in-filters', applies: sortsThroughVersions, confirms: sameWithoutSort },
  { departure: 'no-max-limit', applies: asksForMore, confirms: isSameShortened },
  { departure: 'search', applies: isSearch, confirms: foundInHiddenText },
  { departure: 'json-equality', applies: isJsonEquality, confirms: isEqualJson },
  { departure: 'every-script', applies: foldsOtherScripts, confirms: isBetween },
  { departure: 'every-script', applies: searchesOtherScript, confirms: foundInOtherCase },
]

function isSearch(pairing: Pairing): boolean {
  return searched(pairing) !== ''
}

/** The entries that only Strapi finds have the word in none of their visible texts. */
async function foundInHiddenText(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const [found, expected] = [
    await allEntries(pairing.pairs, pairing, strapi),
    await allEntries(pairing.pairs, pairing, lectern),
  ]
  if (found === null || expected === null) return false
  const [theirs, ours] = [idsOf(found), idsOf(expected)]
  const more = found.filter(({ id }) => !ours.has(String(id)))
  const fewer = expected.filter(({ id }) => !theirs.has(String(id)))
  return more.length > 0 && fewer.length === 0 && !more.some((entry) => showsWord(entry, pairing))
}

/** The entry that only Strapi finds has the word in none of its visible texts. */
export async function entryFoundInHiddenText(pairing: Pairing, { lectern }: Servers): Promise<boolean> {
  const { strapi, lectern: ours, route, pairs, path, anonymous } = pairing
  if (strapi.status !== 200 || ours.status !== 404 || !isSearch(pairing)) return false
  if (route?.kind !== 'entry' && route?.kind !== 'single') return false
  const kept = pairs.filter(({ keys: [root = ''] }) => !['_q', 'fields', 'populate'].includes(root))
  const asked = await lectern(withPairs(path, kept), { anonymous })
  if (isFailure(asked) || !isObject(asked.json?.value)) return false
  const { data } = asked.json.value
  return isObject(data) && !showsWord(data, pairing)
}

const jsonFilter = (pairing: Pairing) =>
  filterUses(pairing).find(({ pair, steps, operators }) => {
    const [first, second] = steps
    const isJson = first?.attribute.kind === 'scalar' && first.attribute.type === 'json' && second === undefined
    return (
      isJson && pair.value !== null && (operators.length === 0 || (operators.length === 1 && operators[0] === '$eq'))
    )
  })

function isJsonEquality(pairing: Pairing): boolean {
  return jsonFilter(pairing) !== undefined
}

/** The entries that only Lectern finds have the same value in another notation. */
async function isEqualJson(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const { pair, steps } = jsonFilter(pairing) ?? {}
  const [found, expected] = [
    await allEntries(pairing.pairs, pairing, strapi),
    await allEntries(pairing.pairs, pairing, lectern),
  ]
  const sought = jsonIn(pair?.value ?? '') as Json | undefined
  const name = steps?.[0]?.attribute.name ?? ''
  if (found === null || expected === null || sought === undefined) return false
  const [theirs, ours] = [idsOf(found), idsOf(expected)]
  const more = expected.filter(({ id }) => !theirs.has(String(id)))
  return (
    more.length > 0 &&
    [...theirs].every((id) => ours.has(id)) &&
    more.every((each) => sameJson(each[name] ?? null, sought))
  )
}
