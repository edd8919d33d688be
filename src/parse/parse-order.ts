/** `asc`, `desc`; with the extension `sorting` also `asc.ci`, `desc.nullslast`, `asc.ci.nullsfirst`. */

import { ApiError } from '../errors/api-error.ts'
import { type Extensions, extensionHint } from '../vocabulary/extensions.ts'
import type { ParsedOrder } from './parsed-query.ts'

const ORDER = /^(asc|desc)(\.ci)?(?:\.nulls(first|last))?$/

export const ASCENDING: ParsedOrder = { direction: 'asc', fold: false, nulls: null }

export function parseOrder(written: string, extensions: Extensions): ParsedOrder {
  const text = written.trim()
  if (text === '') return ASCENDING
  const [, direction, fold, nulls] = ORDER.exec(text.toLowerCase()) ?? []
  const isModified = fold !== undefined || nulls !== undefined
  if (direction === undefined || (isModified && !extensions.on.has('sorting')))
    throw orderError(extensions, isModified, text)
  return {
    direction: direction === 'desc' ? 'desc' : 'asc',
    fold: fold !== undefined,
    nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
  }
}

const MODIFIERS =
  'After asc or desc may come .ci, to ignore case, and then .nullsfirst or .nullslast: title:asc.ci.nullslast'

/** `isKnown`: whether the extension would understand it. */
export function orderError(extensions: Extensions, isKnown: boolean, written = ''): ApiError {
  const known = isKnown ? extensionHint('sorting', extensions) : undefined
  const hint = extensions.on.has('sorting') ? (directionHint(written) ?? MODIFIERS) : known
  return new ApiError('ORDER_INVALID', hint === undefined ? {} : { details: { hint } })
}

/** `descending`, and `-1`, as MongoDB has it. */
function directionHint(written: string): string | undefined {
  if (/^(\+?1|ascend(ing)?|up)$/i.test(written)) return 'Did you mean asc?'
  return /^(-1|descend(ing)?|down)$/i.test(written) ? 'Did you mean desc?' : undefined
}
