/** Errors about the values of a body: where each stands, and Strapi's words for what is wrong. All are reported at once. */

import { ApiError } from '../errors/api-error.ts'
import type { Attribute, ComponentAttribute, DynamicZoneAttribute } from '../schema/schema.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import type { StoredValue } from './document-input.ts'

/** The path of a value in a body: attributes, indexes of lists, and the keys of relations and components. */
export type FieldPath = readonly (string | number)[]

export const ROOT: FieldPath = []

/** `sections[0].title` */
export function shownPath(place: FieldPath): string {
  return place.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** The names alone, as errors about keys have them: `sections.title`; null at the root. */
export function namesOf(place: FieldPath): string | null {
  const names = place.filter((step) => typeof step === 'string')
  return names.length === 0 ? null : names.join('.')
}

export interface FieldError {
  readonly path: readonly string[]
  readonly message: string
  readonly name: 'ValidationError'
  /** The value that was sent. Left out if there was none, for secrets, and for long values. */
  readonly value?: unknown
}

/** Strapi's wording, which does not name the place. */
export const NOT_UNIQUE = 'This attribute must be unique'

/** `what` follows the path in the message: `must be an integer`. `hintOf`: what to write instead, if that is known. */
export type ReportField = (place: FieldPath, what: string, value?: unknown, hintOf?: () => string | undefined) => void

export function fieldError(place: FieldPath, what: string, value?: unknown): FieldError {
  return {
    path: place.map(String),
    message: `${shownPath(place)} ${what}`,
    name: 'ValidationError',
    ...(value === undefined || isLong(value) ? {} : { value }),
  }
}

/**
 * A stored value, which others may have written: undefined if the attribute is private. JSON leaves out undefined members.
 */
export function shownValue({ hidden }: Pick<Attribute, 'hidden'>, value: StoredValue): unknown {
  if (hidden) return undefined
  return typeof value === 'bigint' ? String(value) : value
}

/** Characters of a list or an object. An error that repeats one as long as a body takes longer to write than everything before it. */
const LONGEST_SHOWN = 10_000

/** Texts are shortened instead. */
function isLong(value: unknown): boolean {
  return typeof value === 'object' && JSON.stringify(value).length > LONGEST_SHOWN
}

interface MoreOfErrors {
  /** The total number of errors, if not all are listed. */
  readonly count?: number
  readonly hints?: readonly string[]
}

export function refuseFields(
  errors: readonly FieldError[],
  { count = errors.length, hints = [] }: MoreOfErrors = {},
): void {
  const [first] = errors
  if (first === undefined) return
  const message = count === 1 ? first.message : `${count} errors occurred`
  const missing = missingHint(errors)
  const hint = [...(missing === null ? [] : [missing]), ...hints].join('; ')
  throw new ApiError('DATA_INVALID', { message, details: { errors, ...(hint === '' ? {} : { hint }) } })
}

/** Strapi's message about a required value that is not there speaks of the type of a null. */
function missingHint(errors: readonly FieldError[]): string | null {
  const missing = errors.filter(({ value, message }) => value === null && message.includes(FINAL_VALUE))
  if (missing.length === 0) return null
  return `Give a value to ${missing.map(({ message }) => message.split(' must ')[0]).join(', ')}`
}

const FINAL_VALUE = 'but the final value was: '

/** Longer values are cut, so that responses stay short. */
const LONGEST = 200

/** For a value of another type. */
export function wrongType(type: string, value: unknown): string {
  return `must be a \`${type}\` type, ${FINAL_VALUE}\`${printed(value)}\`.`
}

function printed(value: unknown): string {
  if (Number.isNaN(value)) return 'NaN'
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Strapi's message for null in a required attribute. `otherwise`: for types whose message does not name null. */
export function nullError(attribute: Attribute, otherwise = 'must be defined.'): string {
  if (attribute.kind === 'dynamiczone') return wrongType('array', null)
  if (attribute.kind === 'component') return wrongType(attribute.toMany ? 'array' : 'object', null)
  if (attribute.kind !== 'scalar') return otherwise
  const kind = valueKind(attribute.type)
  if (kind === 'text' || kind === 'choice') return wrongType('string', null)
  if (attribute.type === 'blocks') return wrongType('array', null)
  // Strapi converts it to a number first.
  return kind === 'integer' || kind === 'number' ? wrongType('number', Number.NaN) : otherwise
}

/** The broken rule on the number of items in a published entry. An empty list that is not required has no minimum. */
export function brokenLength(
  { required, min, max }: ComponentAttribute | DynamicZoneAttribute,
  length: number,
): string | null {
  if (min !== null && length < min && (required || length > 0)) return `field must have at least ${min} items`
  return max !== null && length > max ? `field must have less than or equal to ${max} items` : null
}
