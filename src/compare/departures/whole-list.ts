/** All entries that a request finds, page by page, without populate. */

import { type Ask, isFailure } from '../answer.ts'
import { isList, isObject, type JsonObject } from '../find-differences.ts'
import { type Pair, withPairs } from '../query-pairs.ts'
import type { Pairing } from './pairing.ts'

export function sameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

export async function allIds(pairs: readonly Pair[], pairing: Pairing, ask: Ask): Promise<ReadonlySet<string> | null> {
  const entries = await allEntries(pairs, pairing, ask)
  return entries === null ? null : idsOf(entries)
}

export function idsOf(entries: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => String(id)))
}

const LEFT_OUT = new Set(['pagination', 'populate', 'sort', 'fields'])

/** Longer lists are not requested. */
const MOST_PAGES = 10

/** Null if there are too many entries, or the response is not a list. */
export async function allEntries(
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
