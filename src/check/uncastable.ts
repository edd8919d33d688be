import type { Profile } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Extensions } from '../vocabulary/extensions.ts'
import { valueHint } from './value-hints.ts'

/** The place of the value, for errors. */
export interface ValuePlace {
  readonly param: string
  readonly path: string
  /** In the `strapi` profile, errors that Strapi has, too, equal Strapi's and do not name the place. */
  readonly profile?: Profile
  /** Undefined if relative dates are not possible here. */
  readonly dates?: RelativeDates
}

/** The current time, and whether relative dates are allowed. */
interface RelativeDates {
  /** The start of the current minute, in milliseconds since 1970. */
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
