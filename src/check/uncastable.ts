import type { Profile } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Extensions } from '../vocabulary/extensions.ts'
import { valueHint } from './value-hints.ts'

/** Where the value belongs, for the error message. */
export interface ValuePlace {
  readonly param: string
  readonly path: string
  /** `strapi`: errors that Strapi has too are the same as Strapi's, which do not say where. */
  readonly profile?: Profile
  /** Undefined where all dates are written out. */
  readonly dates?: RelativeDates
}

/** The current time for relative dates, and whether these are allowed. */
interface RelativeDates {
  /** The full minute, in milliseconds since 1970. */
  readonly now: number
  readonly extensions: Extensions
}

export function uncastable(text: string, expected: string, place: ValuePlace): ApiError {
  const { param, path } = place
  const hint = valueHint(text, place)
  return new ApiError('VALUE_INVALID', {
    message: `Invalid value ${JSON.stringify(text)} at ${path}. Expected ${expected}`,
    details: { source: 'query', param, path, ...(hint === undefined ? {} : { hint }) },
  })
}
