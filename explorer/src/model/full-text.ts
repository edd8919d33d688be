/** `_q[text]=…`: full-text search, as the builder shows it. */

import { isRawObject, type RawObject, type RawValue } from '../../../src/request/raw-params.ts'
import { type FullText, SHOWN_MATCHES, type ShownMatch } from './query-model.ts'
import { readNames } from './read-pagination.ts'

export const ALL_WORDS: FullText = { in: [], prefix: false, show: [] }

/** Undefined for what the builder cannot show. */
export function readFullText(raw: RawValue): { readonly search: string; readonly fullText: FullText } | undefined {
  if (!isRawObject(raw)) return undefined
  const { text, in: fields, prefix, show, ...unknown } = raw
  const names = readNames(fields)
  const shown = readNames(show)
  if (typeof text !== 'string' || names === undefined || shown === undefined) return undefined
  if (Object.keys(unknown).length > 0 || (prefix !== undefined && prefix !== 'true')) return undefined
  if (!shown.every(isShown)) return undefined
  return { search: text, fullText: { in: names, prefix: prefix === 'true', show: shown.filter(isShown) } }
}

export function writeFullText(search: string, { in: fields, prefix, show }: FullText): RawObject {
  return {
    text: search,
    ...(fields.length === 0 ? {} : { in: fields }),
    ...(prefix ? { prefix: 'true' } : {}),
    ...(show.length === 0 ? {} : { show }),
  }
}

function isShown(name: string): name is ShownMatch {
  return SHOWN_MATCHES.some((known) => known === name)
}
