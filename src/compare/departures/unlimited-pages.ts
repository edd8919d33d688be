/** If a project sets no maximum page size, Strapi's pages have as many entries as a request asks for. */

import { isFailure } from '../answer.ts'
import { sameJson } from '../find-differences.ts'
import { type Pair, withPairs } from '../query-pairs.ts'
import type { Pairing } from './pairing.ts'
import type { Servers } from './servers.ts'

const isLonger = ({ keys: [root, name = ''], value }: Pair, { maxLimit }: Pairing) =>
  root === 'pagination' && ['pageSize', 'limit'].includes(name) && Number(value) > maxLimit

export function asksForMore(pairing: Pairing): boolean {
  return pairing.pairs.some((pair) => isLonger(pair, pairing))
}

/** With Lectern's maximum as page size, Strapi responds with the same page as Lectern. */
export async function isSameShortened(pairing: Pairing, { strapi }: Servers): Promise<boolean> {
  const { path, pairs, anonymous, maxLimit, lectern } = pairing
  const shorter = pairs.map((pair) => (isLonger(pair, pairing) ? { ...pair, value: String(maxLimit) } : pair))
  const asked = await strapi(withPairs(path, shorter), { anonymous })
  if (isFailure(asked) || asked.status !== 200 || asked.json === null || lectern.json === null) return false
  return sameJson(asked.json.value, lectern.json.value)
}
