/** What `_q` looks for, and whether an entry shows it. */

import type { JsonObject } from '../find-differences.ts'
import { isSearched } from './facts.ts'
import { type Pairing, typeOf } from './pairing.ts'

export function searched({ pairs }: Pairing): string {
  return pairs.find(({ keys }) => keys.length === 1 && keys[0] === '_q')?.value ?? ''
}

export function showsWord(entry: JsonObject, pairing: Pairing, fold = (text: string) => text.toLowerCase()): boolean {
  const word = fold(searched(pairing))
  return searchedTexts(pairing).some((name) => {
    const value = entry[name]
    return typeof value === 'string' && fold(value).includes(word)
  })
}

/** Dates contain digits but are not searched: otherwise `_q=1` would match every `createdAt`. */
function searchedTexts(pairing: Pairing): readonly string[] {
  const attributes = [...(typeOf(pairing)?.attributes.values() ?? [])]
  return attributes.flatMap((each) =>
    each.kind === 'scalar' && each.name !== 'documentId' && isSearched(each.type) ? [each.name] : [],
  )
}
