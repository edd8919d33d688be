/** The place of a part of `filters` in the request. */

import { ApiError } from '../errors/api-error.ts'
import type { Extensions } from '../vocabulary/extensions.ts'

export interface FilterPlace {
  /** In the query string: `filters[author][$in]`. */
  readonly at: string
  /** Inside `filters[title]`, where plain values compare; at the root and in groups there they mean nothing. */
  readonly onAttribute: boolean
  readonly extensions: Extensions
}

export function below(place: FilterPlace, key: string | number): FilterPlace {
  return { ...place, at: `${place.at}[${key}]` }
}

export function shapeError({ at }: FilterPlace, what: string, hint?: string): ApiError {
  return new ApiError('PARAM_SHAPE', {
    message: `Invalid value at ${at}: it ${what}`,
    details: { source: 'query', param: at, ...(hint === undefined ? {} : { hint }) },
  })
}
