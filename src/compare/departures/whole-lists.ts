/**
 * Departures that change which entries are found. One page does not tell: the whole lists are asked for, entries
 * alone, and held against what the departure would do to them.
 */

import { type Ask, isFailure } from '../answer.ts'
import { isList, isObject, type Json, type JsonObject, sameJson } from '../find-differences.ts'
import { type Pair, withPairs } from '../query-pairs.ts'
import type { DepartureId } from './catalog.ts'
import { type Pairing, typeOf } from './pairing.ts'
import { filterUses } from './query-steps.ts'

export interface Servers {
  readonly strapi: Ask
  readonly lectern: Ask
}

export interface ListRule {
  readonly departure: DepartureId
  applies(pairing: Pairing): boolean
  confirms(pairing: Pairing, servers: Servers): Promise<boolean>
}

export const LIST_RULES: readonly ListRule[] = [
  { departure: 'drafts-in-filters', applies: filtersThroughVersions, confirms: foundThroughOtherVersion },
  { departure: 'search', applies: isSearch, confirms: foundInHiddenText },
  { departure: 'json-equality', applies: isJsonEquality, confirms: isEqualJson },
  { departure: 'every-script', applies: foldsOtherScripts, confirms: isBetween },
]

/** A filter passes from rows without versions to rows with them. */
function filtersThroughVersions(pairing: Pairing): boolean {
  const crosses = filterUses(pairing).filter(({ steps }) =>
    steps.some(({ model, attribute }) => {
      const target = attribute.kind === 'relation' ? pairing.schema.contentTypes.get(attribute.target) : undefined
      return target?.draftAndPublish === true && !('draftAndPublish' in model && model.draftAndPublish)
    }),
  )
  // Of two such filters each could have found another version.
  return crosses.length === 1 && typeOf(pairing)?.draftAndPublish === false
}

/**
 * Strapi finds what Lectern finds through the published or through the draft rows; where nothing is to be related, what
 * Lectern finds through neither of them.
 */
async function foundThroughOtherVersion(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const without = pairing.pairs.filter(({ keys: [root] }) => root !== 'status')
  const found = await allIds(pairing.pairs, pairing, strapi)
  const published = await allIds([...without, { keys: ['status'], value: 'published' }], pairing, lectern)
  const drafts = await allIds([...without, { keys: ['status'], value: 'draft' }], pairing, lectern)
  if (found === null || published === null || drafts === null) return false
  const expected = asksForNone(pairing)
    ? new Set([...published].filter((id) => drafts.has(id)))
    : new Set([...published, ...drafts])
  return sameSet(found, expected)
}

/** `filters[author][id][$null]=true`, `filters[author][$null]=true`. */
function asksForNone(pairing: Pairing): boolean {
  return filterUses(pairing).some(({ pair: { keys, value }, steps }) => {
    const last = steps.at(-1)?.attribute
    return keys.at(-1) === '$null' && value === 'true' && (last?.name === 'id' || last?.kind === 'relation')
  })
}

const searched = ({ pairs }: Pairing) => pairs.find(({ keys }) => keys.length === 1 && keys[0] === '_q')?.value ?? ''

function isSearch(pairing: Pairing): boolean {
  return searched(pairing) !== ''
}

/** What Strapi finds and Lectern does not has the word in none of the texts that are shown. */
async function foundInHiddenText(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const [found, expected] = [
    await allEntries(pairing.pairs, pairing, strapi),
    await allEntries(pairing.pairs, pairing, lectern),
  ]
  if (found === null || expected === null) return false
  const [theirs, ours] = [idsOf(found), idsOf(expected)]
  const more = found.filter(({ id }) => !ours.has(String(id)))
  const fewer = expected.filter(({ id }) => !theirs.has(String(id)))
  const word = searched(pairing).toLowerCase()
  const shows = (entry: JsonObject) =>
    Object.entries(entry).some(
      ([name, value]) => name !== 'documentId' && typeof value === 'string' && value.toLowerCase().includes(word),
    )
  return more.length > 0 && fewer.length === 0 && !more.some(shows)
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

/** What Lectern finds and Strapi does not has the very value, written otherwise. */
async function isEqualJson(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const { pair, steps } = jsonFilter(pairing) ?? {}
  const [found, expected] = [
    await allEntries(pairing.pairs, pairing, strapi),
    await allEntries(pairing.pairs, pairing, lectern),
  ]
  const sought = parsed(pair?.value ?? '')
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

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const FOLDING: ReadonlyMap<string, string> = new Map([
  ['$eqi', '$eq'],
  ['$containsi', '$contains'],
  ['$startsWithi', '$startsWith'],
  ['$endsWithi', '$endsWith'],
])

const folded = ({ keys, value }: Pair) =>
  keys[0] === 'filters' && /[^\p{ASCII}]/u.test(value ?? '') && keys.some((key) => FOLDING.has(key))

function foldsOtherScripts({ pairs }: Pairing): boolean {
  return pairs.some(folded)
}

/** Strapi finds no more than Lectern does without regard to case, and no less than with it. */
async function isBetween(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const exact = pairing.pairs.map((pair) =>
    folded(pair) ? { ...pair, keys: pair.keys.map((key) => FOLDING.get(key) ?? key) } : pair,
  )
  const found = await allIds(pairing.pairs, pairing, strapi)
  const [most, least] = [await allIds(pairing.pairs, pairing, lectern), await allIds(exact, pairing, lectern)]
  if (found === null || most === null || least === null || sameSet(found, most)) return false
  return [...found].every((id) => most.has(id)) && [...least].every((id) => found.has(id))
}

function sameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

async function allIds(pairs: readonly Pair[], pairing: Pairing, ask: Ask): Promise<ReadonlySet<string> | null> {
  const entries = await allEntries(pairs, pairing, ask)
  return entries === null ? null : idsOf(entries)
}

function idsOf(entries: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => String(id)))
}

const LEFT_OUT = new Set(['pagination', 'populate', 'sort', 'fields'])

/** More are not worth asking for. */
const MOST_PAGES = 10

/** Null when they are too many, or there is no list. */
async function allEntries(
  pairs: readonly Pair[],
  { path, maxLimit, anonymous }: Pairing,
  ask: Ask,
): Promise<readonly JsonObject[] | null> {
  const kept = pairs.filter(({ keys: [root = ''] }) => !LEFT_OUT.has(root))
  const entries: JsonObject[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const wanted = [
      { keys: ['pagination', 'page'], value: String(page) },
      { keys: ['pagination', 'pageSize'], value: String(maxLimit) },
    ]
    const asked = await ask(withPairs(path, [...kept, ...wanted]), { anonymous })
    if (isFailure(asked) || asked.status !== 200 || !isObject(asked.json?.value)) return null
    const { data, meta } = asked.json.value
    const pagination = isObject(meta) ? meta.pagination : undefined
    if (!isList(data) || !isObject(pagination)) return null
    entries.push(...data.filter(isObject))
    if (page >= Number(pagination.pageCount)) return entries
  }
  return null
}
