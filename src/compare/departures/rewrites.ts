/**
 * Departures where Strapi interprets a request differently. A rule rewrites the request to what Strapi understands. The
 * departure is recognized only if Lectern's response to that equals Strapi's.
 */

import type { Attribute } from '../../schema/schema.ts'
import { EXACT_TEXT_OPERATORS } from '../../vocabulary/operators.ts'
import type { Pair } from '../query-pairs.ts'
import type { DepartureId } from './catalog.ts'
import { withoutCollidingGroups } from './colliding-groups.ts'
import { withoutOtherTexts } from './other-texts.ts'
import { isBare, type Pairing, typeOf } from './pairing.ts'
import { isIndexedPath, isInSameList } from './populate-paths.ts'
import { filterUses, populateFilterUses, stepsAlong } from './query-steps.ts'

export interface Rewrite {
  readonly departure: DepartureId
  /** The parameters as Strapi reads them; null if that makes no difference. */
  rewrite(pairing: Pairing): readonly Pair[] | null
}

/** A rule that changes or drops single parameters. */
function each(departure: DepartureId, change: (pair: Pair, pairing: Pairing) => Pair | null): Rewrite {
  return {
    departure,
    rewrite: (pairing) => {
      const changed = pairing.pairs.map((pair) => change(pair, pairing))
      if (changed.every((pair, at) => pair === pairing.pairs[at])) return null
      return changed.filter((pair) => pair !== null)
    },
  }
}

const FOLDED: ReadonlyMap<string, string> = new Map(EXACT_TEXT_OPERATORS.map((operator) => [operator, `${operator}i`]))

const COMPARISONS = new Set(['$eq', '$eqi', '$ne', '$nei', '$in', '$notIn', '$gt', '$gte', '$lt', '$lte'])

const isNumber = (text: string | null) => text !== null && text.trim() !== '' && Number.isFinite(Number(text))

/** An id that no row has. On SQLite, a text is also larger than every number. */
const NO_ID = String(2 ** 31 - 1)

/** qs parses a longer list as an object, whose keys Strapi then drops. */
const LONGEST_LIST = 100
/** qs ignores further parameters. */
const MOST_PARAMETERS = 1_000
/** qs does not split deeper keys. */
const DEEPEST = 20

export const REWRITES: readonly Rewrite[] = [
  each('exact-case', (pair) => {
    const at = pair.keys.findIndex((key) => FOLDED.has(key))
    if (at === -1 || (pair.keys[0] !== 'filters' && pair.keys[0] !== 'populate')) return pair
    return { ...pair, keys: pair.keys.map((key) => FOLDED.get(key) ?? key) }
  }),
  // The operand is an object. Strapi empties it, and drops the filter.
  each('crash', (pair) => {
    const at = pair.keys.findIndex((key) => COMPARISONS.has(key))
    const below = pair.keys[at + 1] ?? ''
    return pair.keys[0] === 'filters' && at !== -1 && below !== '' && !/^\d+$/.test(below) ? null : pair
  }),
  each('status-words', (pair, { pairs }) => {
    if (pair.keys[0] !== 'status') return pair
    const all = pairs.filter(({ keys: [root] }) => root === 'status')
    const isWord = pair.value === 'draft' || pair.value === 'published'
    if (isWord && pair.keys.length === 1 && all.length === 1) return pair
    return pair === all[0] ? { keys: ['status'], value: 'draft' } : null
  }),
  each('page-size-not-a-number', (pair, { maxLimit }) => {
    const [root, name = ''] = pair.keys
    if (root !== 'pagination' || !['pageSize', 'limit'].includes(name) || pair.value === '') return pair
    return isNumber(pair.value) ? pair : { ...pair, value: String(maxLimit) }
  }),
  each('bare-pagination', (pair, pairing) => (pair.keys[0] === 'pagination' && isBare(pairing) ? null : pair)),
  each('one-file', (pair, { route }) =>
    route?.kind === 'file' && ['fields', 'filters', '_q'].includes(pair.keys[0] ?? '') ? null : pair,
  ),
  {
    departure: 'id-not-a-number',
    rewrite: (pairing) => {
      const wrong = new Set(
        [...filterUses(pairing), ...populateFilterUses(pairing)]
          .filter(({ pair, steps }) => comparesId(steps.at(-1)?.attribute) && !isNumber(pair.value))
          .map(({ pair }) => pair),
      )
      return wrong.size === 0 ? null : pairing.pairs.map((pair) => (wrong.has(pair) ? { ...pair, value: NO_ID } : pair))
    },
  },
  {
    departure: 'long-lists',
    rewrite: ({ pairs }) => {
      const sizes = new Map<string, number>()
      const listOf = ({ keys }: Pair) => (keys[0] === 'filters' ? listName(keys) : '')
      for (const pair of pairs) sizes.set(listOf(pair), (sizes.get(listOf(pair)) ?? 0) + 1)
      const kept = pairs.filter((pair) => listOf(pair) === '' || (sizes.get(listOf(pair)) ?? 0) <= LONGEST_LIST)
      return kept.length === pairs.length ? null : kept
    },
  },
  {
    departure: 'many-parameters',
    rewrite: ({ pairs }) => (pairs.length > MOST_PARAMETERS ? pairs.slice(0, MOST_PARAMETERS) : null),
  },
  each('deep-brackets', (pair) => (pair.keys.length > DEEPEST + 1 ? null : pair)),
  each('prototype-keys', (pair) => (pair.keys.some((key) => key in Object.prototype) ? null : pair)),
  each('value-beside-operators', (pair, { pairs }) => (pairs.some((other) => isBeside(pair, other)) ? null : pair)),
  {
    departure: 'populate-mixed',
    rewrite: ({ pairs }) => {
      const isIndexed = ({ keys: [root, name = ''] }: Pair) => root === 'populate' && /^\d+$/.test(name)
      const isNamed = ({ keys: [root, name] }: Pair) => root === 'populate' && name !== undefined && !/^\d*$/.test(name)
      return pairs.some(isNamed) && pairs.some(isIndexed) ? pairs.filter((pair) => !isIndexed(pair)) : null
    },
  },
  {
    departure: 'longer-path-first',
    rewrite: ({ pairs }) => {
      // In a comma-separated list, both are populated.
      const isLost = (pair: Pair, at: number) =>
        pairs.slice(at + 1).some((later) => isInSameList(pair, later) && pair.value?.startsWith(`${later.value}.`))
      const kept = pairs.filter((pair, at) => !isIndexedPath(pair) || !isLost(pair, at))
      return kept.length === pairs.length ? null : kept
    },
  },
  each('populate-private', (pair, pairing) => {
    if (pair.keys.length !== 1 || pair.keys[0] !== 'populate' || !(pair.value ?? '').includes(',')) return pair
    const names = (pair.value ?? '').split(',').map((name) => name.trim())
    const shown = names.filter((name) => typeOf(pairing)?.attributes.get(name.split('.')[0] ?? '')?.hidden !== true)
    return shown.length === names.length ? pair : { ...pair, value: shown.join(',') }
  }),
  each('entry-document-id', (pair, { route }) =>
    route?.kind === 'entry' && pair.keys[0] === 'filters' && pair.keys[1] === 'documentId' ? null : pair,
  ),
  each('sort-status', (pair) => {
    const at = pair.keys.indexOf('sort')
    if (at === -1 || (at > 0 && pair.keys[0] !== 'populate')) return pair
    if (pair.keys.length > at + 1 && pair.keys.at(-1) === 'status') return null
    const parts = (pair.value ?? '').split(',')
    const kept = parts.filter((part) => !/(?:^|\.)\s*status\s*(?::|$)/.test(part))
    return kept.length === parts.length ? pair : { ...pair, value: kept.join(',') }
  }),
  { departure: 'text-in-numbers', rewrite: withoutOtherTexts },
  { departure: 'colliding-groups', rewrite: ({ pairs }) => withoutCollidingGroups(pairs) },
  // Only with at least two keys, since both servers refuse `sort[nothing]=` alone.
  each('sort-without-order', (pair) => {
    const isSort = pair.keys[0] === 'sort' && pair.keys.length > 2
    return isSort && (pair.value ?? '') === '' ? null : pair
  }),
  each('sort-listed', (pair, { pairs }) => {
    const place = pair.keys.slice(pair.keys.indexOf('sort')).join('[')
    const isNamed = place.startsWith('sort[') && !place.endsWith('[')
    return isNamed && pairs.some((other) => other !== pair && isAtOnePlace(pair, other)) ? null : pair
  }),
  withoutAnyType(
    'any-type-options',
    ({ option, value }) => ['fields', 'filters', 'sort'].includes(option) || (option === '' && value === '*'),
  ),
  withoutAnyType('any-type-populate', ({ option, isLast, value }) => option === 'populate' && isLast && value === '*'),
  each('any-type-count', (pair, pairing) => {
    const owner = pair.keys.slice(0, -1)
    if (pair.keys.at(-1) !== 'count' || lastPopulated(owner, pairing)?.kind !== 'morphInverse') return pair
    return isAskedBeside(pair, owner, pairing) ? null : { keys: owner, value: 'true' }
  }),
]

/** The pair has operators or attributes below the place where the other one has a value. */
function isBeside({ keys }: Pair, other: Pair): boolean {
  const next = keys[other.keys.length] ?? ''
  const isExtended = other.keys.includes('filters') && other.keys.every((key, at) => keys[at] === key)
  return isExtended && !/^\d*$/.test(next)
}

/** qs makes a list of two values for the same key. */
function isAtOnePlace(one: Pair, other: Pair): boolean {
  return one.keys.join('[') === other.keys.join('[')
}

interface BelowAnyType {
  /** The key after the name of the relation: `fields`. */
  readonly option: string
  readonly isLast: boolean
  readonly value: string | null
}

/** Strapi omits a polymorphic relation from the response if it has such an option. */
function withoutAnyType(departure: DepartureId, isDropped: (below: BelowAnyType) => boolean): Rewrite {
  return each(departure, (pair, pairing) => {
    const { keys, value } = pair
    const at = anyTypeIn(pair, pairing)
    const option = keys[at + 1] ?? ''
    if (at === -1 || !isDropped({ option, isLast: at + 2 === keys.length, value })) return pair
    const owner = keys.slice(0, at - 1)
    // The owner stays populated: `populate[cover][populate][related][fields]=id` → `populate[cover]=true`.
    return owner.length < 2 || isAskedBeside(pair, owner, pairing) ? null : { keys: owner, value: 'true' }
  })
}

/** Whether another parameter populates the same attribute. */
function isAskedBeside(pair: Pair, owner: readonly string[], { pairs }: Pairing): boolean {
  return pairs.some((other) => other !== pair && owner.every((key, at) => other.keys[at] === key))
}

/** The index of the key that names a polymorphic relation; -1 if there is none. */
function anyTypeIn({ keys }: Pair, pairing: Pairing): number {
  const last = lastPopulated(keys, pairing)
  return last?.kind === 'morphTo' ? keys.lastIndexOf(last.name) : -1
}

/** The last attribute that a populate parameter leads through. */
function lastPopulated(keys: readonly string[], pairing: Pairing): Attribute | undefined {
  const type = typeOf(pairing)
  if (keys[0] !== 'populate' || type === null) return undefined
  return stepsAlong(keys.slice(1), type, pairing).at(-1)?.attribute
}

/** The attribute is an id, or a relation, which is compared by id. */
function comparesId(attribute: { readonly kind: string; readonly name: string } | undefined): boolean {
  return attribute !== undefined && (attribute.name === 'id' || attribute.kind === 'relation')
}

/** `filters[id][$in]` for `filters[id][$in][7]`; empty if the value is not in a list. */
function listName(keys: readonly string[]): string {
  const last = keys.at(-1) ?? ''
  return last === '' || /^\d+$/.test(last) ? keys.slice(0, -1).join('[') : ''
}
