/** The point of an image that stays in view when it is cropped: its distance from the left and from above, in percent. */

import { isRecord } from '../config/project-config.ts'
import { type FieldError, type FieldPath, fieldError } from '../validate/field-error.ts'

export interface FocalPoint {
  readonly x: number
  readonly y: number
}

/** Null where nothing was said, and after an error. Numbers may be texts, as in forms. */
export function readFocalPoint(value: unknown, place: FieldPath, errors: FieldError[]): FocalPoint | null {
  if (value === null || value === undefined) return null
  if (!isRecord(value)) {
    errors.push(fieldError(place, 'must be an object with x and y', value))
    return null
  }
  const x = readPercent(value.x, [...place, 'x'], errors)
  const y = readPercent(value.y, [...place, 'y'], errors)
  return x === null || y === null ? null : { x, y }
}

function readPercent(value: unknown, place: FieldPath, errors: FieldError[]): number | null {
  const wrong = percentError(value)
  if (wrong === null) return Number(value)
  errors.push(fieldError(place, wrong, value))
  return null
}

/** Strapi's words, where it has them. */
function percentError(value: unknown): string | null {
  if (value === null || value === undefined) return 'is a required field'
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  if (!isNumber || !Number.isFinite(Number(value))) return 'must be a number'
  if (Number(value) < 0) return 'must be greater than or equal to 0'
  return Number(value) > 100 ? 'must be less than or equal to 100' : null
}
