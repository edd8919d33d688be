/**
 * A `$or` of the query and a `$or` of a relation in it: Strapi puts both into one object, where the last one replaces
 * the other. The same with `$and`.
 */

import type { Pair } from '../query-pairs.ts'

/** The parameters that remain in Strapi; null if no groups collide. */
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
  /** Where Strapi puts the group: next to the attribute it belongs to. */
  readonly place: string
  /** Where the group is in the query. */
  readonly owner: string
}

/** `filters[tags][$or][0][name]` has the group `filters[tags][$or]`, which Strapi puts at `filters[$or]`. */
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
