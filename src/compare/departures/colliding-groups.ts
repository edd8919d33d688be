/**
 * `$or` of a query and `$or` of a relation in it: Strapi puts both in one object, where the last one takes the place of
 * the others. `$and` likewise.
 */

import type { Pair } from '../query-pairs.ts'

/** The parameters that are left; null where there is no more than one such group. */
export function withoutCollidingGroups(pairs: readonly Pair[]): readonly Pair[] | null {
  const last = new Map<string, string>()
  const seen = new Set<string>()
  for (const { place, owner } of pairs.flatMap(groupsIn)) {
    if (!seen.has(owner)) last.set(place, owner)
    seen.add(owner)
  }
  const kept = pairs.filter((pair) => groupsIn(pair).every(({ place, owner }) => last.get(place) === owner))
  return kept.length === pairs.length ? null : kept
}

interface Group {
  /** Where Strapi puts it: beside the attribute that it belongs to. */
  readonly place: string
  /** Where the query has it. */
  readonly owner: string
}

/** `filters[tags][$or][0][name]` has a group `filters[tags][$or]`, which Strapi puts at `filters[$or]`. */
function groupsIn({ keys }: Pair): readonly Group[] {
  const start = keys.indexOf('filters')
  return keys.flatMap((key, at) => {
    if (start === -1 || at < start || (key !== '$or' && key !== '$and')) return []
    const level = keys.slice(0, at).findLastIndex((before, index) => index === start || isNoAttribute(before))
    return [{ place: [...keys.slice(0, level + 1), key].join('['), owner: keys.slice(0, at + 1).join('[') }]
  })
}

function isNoAttribute(key: string): boolean {
  return key.startsWith('$') || /^\d+$/.test(key)
}
