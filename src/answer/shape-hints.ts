/** Hints for parameters of the wrong shape, and for values that no parameter accepts. */

import { ONE_FORM } from '../check/key-hints.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { missingValueHint } from '../errors/missing-value.ts'

export function shapeHint({ code, message }: ApiError): string | undefined {
  if (code === 'PARAM_SHAPE') return SHAPES.find(([beginning]) => message.startsWith(beginning))?.[1]
  if (code === 'PAGINATION_VALUE') return paginationHint(message)
  // Other messages about orders come from extensions, and already say what to write.
  if (code === 'ORDER_INVALID' && !message.startsWith('Invalid order. ')) return undefined
  return FIXED.get(code)
}

const FIXED: ReadonlyMap<ErrorCode, string> = new Map<ErrorCode, string>([
  ['ORDER_INVALID', 'Write sort=title:asc or sort=title:desc'],
  ['PAGINATION_MIXED', 'Write pagination[page] with pagination[pageSize], or pagination[start] with pagination[limit]'],
])

/** By the beginning of the message. The messages are Strapi's. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['The filters', 'Write filters[title][$eq]=x, or leave filters out'],
  [
    'Invalid fields',
    'Write fields=title,slug, without a comma at the end, or fields[0]=title&fields[1]=slug; for fields of a relation, populate[author][fields]=name',
  ],
  ['Invalid nested populate', ONE_FORM],
  ['Invalid populate', 'Write populate=* alone, or names: populate[author]=true&populate[cover][fields]=url'],
  ['Invalid pagination', 'Write pagination[page]=1&pagination[pageSize]=25'],
  ['Invalid _q', 'Write one text: _q=river'],
]

/** For `pagination[page]=undefined` and `pagination[withCount]=False`. */
function paginationHint(message: string): string | undefined {
  if (message.startsWith('Invalid withCount')) return 'Write pagination[withCount]=true or pagination[withCount]=false'
  const [, text = ''] = /^Invalid value "(\w+)"/.exec(message) ?? []
  return missingValueHint(text, 'leave the parameter out if there is no value')
}
