/** SQLite ignores the case of ASCII letters only, and so does Strapi there: `é` does not find `É`. */

import { COMPARISON_OPERATORS, isComparison, OPERATORS } from '../../vocabulary/operators.ts'
import type { JsonObject } from '../find-differences.ts'
import type { Pair } from '../query-pairs.ts'
import type { Pairing } from './pairing.ts'
import { searched, showsWord } from './searched-words.ts'
import type { Servers } from './servers.ts'
import { allEntries, allIds, idsOf, sameSet } from './whole-list.ts'

/** `$eqi` → `$eq`. */
const FOLDING: ReadonlyMap<string, string> = new Map(
  COMPARISON_OPERATORS.filter((operator) => OPERATORS[operator].fold).map((operator) => [
    operator,
    operator.slice(0, -1),
  ]),
)

const folded = ({ keys, value }: Pair) =>
  keys[0] === 'filters' && isOtherScript(value ?? '') && keys.some((key) => FOLDING.has(key))

export function foldsOtherScripts({ pairs }: Pairing): boolean {
  return pairs.some(folded)
}

/** Whether less is found when a test is true of more: `$nei`, and `$eqi` below `$not`. */
function isInverted({ keys }: Pair): boolean {
  const negations = keys.filter((key) => key === '$not' || (isComparison(key) && OPERATORS[key].negated))
  return negations.length % 2 === 1
}

/** Strapi's matches are among the most that Lectern can find with or without case, and include the fewest. */
export async function isBetween(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const exactly = (isExact: (pair: Pair) => boolean) =>
    pairing.pairs.map((pair) =>
      folded(pair) && isExact(pair) ? { ...pair, keys: pair.keys.map((key) => FOLDING.get(key) ?? key) } : pair,
    )
  const [found, ours] = [await allIds(pairing.pairs, pairing, strapi), await allIds(pairing.pairs, pairing, lectern)]
  const most = await allIds(exactly(isInverted), pairing, lectern)
  const least = await allIds(
    exactly((pair) => !isInverted(pair)),
    pairing,
    lectern,
  )
  if (found === null || ours === null || most === null || least === null || sameSet(found, ours)) return false
  return [...found].every((id) => most.has(id)) && [...least].every((id) => found.has(id))
}

export function searchesOtherScript(pairing: Pairing): boolean {
  return isOtherScript(searched(pairing))
}

/** The entries that only Lectern finds have the word in another case, with letters that SQLite does not fold. */
export async function foundInOtherCase(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const [found, expected] = [
    await allIds(pairing.pairs, pairing, strapi),
    await allEntries(pairing.pairs, pairing, lectern),
  ]
  if (found === null || expected === null) return false
  const ours = idsOf(expected)
  const more = expected.filter(({ id }) => !found.has(String(id)))
  return (
    more.length > 0 && [...found].every((id) => ours.has(id)) && more.every((entry) => showsOtherCase(entry, pairing))
  )
}

function showsOtherCase(entry: JsonObject, pairing: Pairing): boolean {
  return showsWord(entry, pairing) && !showsWord(entry, pairing, withAsciiFolded)
}

/** As SQLite does. */
function withAsciiFolded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function isOtherScript(text: string): boolean {
  return /[^\p{ASCII}]/u.test(text)
}
