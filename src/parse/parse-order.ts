/** `asc`, `desc`; with the extension `sorting` also `asc.ci`, `desc.nullslast`, `asc.ci.nullsfirst`. */

import { ApiError } from '../errors/api-error.ts'
import { type Extensions, extensionHint } from '../vocabulary/extensions.ts'
import type { ParsedOrder } from './parsed-query.ts'

const ORDER = /^(asc|desc)(\.ci)?(?:\.nulls(first|last))?$/

export const ASCENDING: ParsedOrder = { direction: 'asc', fold: false, nulls: null }

export function parseOrder(text: string, extensions: Extensions): ParsedOrder {
  if (text === '') return ASCENDING
  const [, direction, fold, nulls] = ORDER.exec(text.toLowerCase()) ?? []
  const isModified = fold !== undefined || nulls !== undefined
  if (direction === undefined || (isModified && !extensions.on.has('sorting'))) throw orderError(extensions, isModified)
  return {
    direction: direction === 'desc' ? 'desc' : 'asc',
    fold: fold !== undefined,
    nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
  }
}

/** `isKnown`: whether the extension would understand it. */
export function orderError(extensions: Extensions, isKnown: boolean): ApiError {
  const hint = extensions.on.has('sorting')
    ? 'After asc or desc may come .ci, to ignore case, and then .nullsfirst or .nullslast: title:asc.ci.nullslast'
    : isKnown
      ? extensionHint('sorting', extensions)
      : undefined
  return new ApiError('ORDER_INVALID', hint === undefined ? {} : { details: { hint } })
}
