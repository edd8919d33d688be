/** Collects all errors in the values of a body, so that they are reported together. */

import { ApiError } from '../errors/api-error.ts'
import { type Place, shownPlace } from './place.ts'

export interface FieldError {
  readonly path: readonly string[]
  readonly message: string
  readonly name: 'ValidationError'
  /** What was sent. Left out where nothing was, and for secrets. */
  readonly value?: unknown
}

/** Strapi's wording, which does not name the place. */
export const NOT_UNIQUE = 'This attribute must be unique'

/** `what` follows the place in the message: `must be an integer`. */
export type ReportField = (place: Place, what: string, value?: unknown) => void

export function fieldError(place: Place, what: string, value?: unknown): FieldError {
  return {
    path: place.map(String),
    message: `${shownPlace(place)} ${what}`,
    name: 'ValidationError',
    ...(value === undefined ? {} : { value }),
  }
}

export function refuseFields(errors: readonly FieldError[]): void {
  const [first] = errors
  if (first === undefined) return
  const message = errors.length === 1 ? first.message : `${errors.length} errors occurred`
  throw new ApiError('DATA_INVALID', { message, details: { errors } })
}
