/** Texts about files: the field `fileInfo`, one JSON object for each file. */

import { jsonDepth } from '../config/json-depth.ts'
import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { type FieldError, fieldError, refuseFields } from '../validate/field-error.ts'
import { shownName } from './file-names.ts'

/** Null and missing are the same: nothing was said. */
export interface FileInfo {
  readonly name: string | null
  readonly alternativeText: string | null
  readonly caption: string | null
}

export const NO_INFO: FileInfo = { name: null, alternativeText: null, caption: null }

const KEYS = ['name', 'alternativeText', 'caption'] as const

/** `sent`: the values of the field, each an object or a list of them, as JSON or already read. */
export function readFileInfo(
  sent: readonly unknown[],
  files: number,
  limits: Pick<Limits, 'bodyDepth'>,
): readonly FileInfo[] {
  const values = sent.map((value) => parsed(value, limits))
  const whole = values.flat()
  const isList = sent.length > 1 || values.some(Array.isArray)
  if (!isList && whole.length === 1 && files > 1) {
    throw refused('fileInfo must be a list with one object for each file')
  }
  if (whole.length > files) throw refused(`fileInfo has ${whole.length} objects for ${files} files`)
  const errors: FieldError[] = []
  const infos = whole.map((value, index) => readOne(value, isList ? ['fileInfo', index] : ['fileInfo'], errors))
  refuseFields(errors)
  return infos
}

function parsed(value: unknown, { bodyDepth }: Pick<Limits, 'bodyDepth'>): unknown {
  if (typeof value !== 'string') return value
  // As of a body: an error repeats what was sent, and what is nested deeply enough cannot be written.
  if (jsonDepth(value) > bodyDepth) throw limitExceeded('bodyDepth', bodyDepth)
  try {
    return JSON.parse(value)
  } catch (cause) {
    throw new ApiError('BODY_MALFORMED', { message: 'The field fileInfo is not valid JSON', cause })
  }
}

function readOne(value: unknown, place: readonly (string | number)[], errors: FieldError[]): FileInfo {
  if (value === null) return NO_INFO
  if (!isRecord(value)) {
    errors.push(fieldError(place, 'must be an object', value))
    return NO_INFO
  }
  const texts = KEYS.map((key) => readText(Object.hasOwn(value, key) ? value[key] : null, [...place, key], errors))
  const [name = null, alternativeText = null, caption = null] = texts
  return { name: name === null || name === '' ? null : shownName(name), alternativeText, caption }
}

const NUL_OR_LONE_SURROGATE = /\0|\p{Surrogate}/u

function readText(value: unknown, place: readonly (string | number)[], errors: FieldError[]): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') errors.push(fieldError(place, 'must be a text', value))
  else if (NUL_OR_LONE_SURROGATE.test(value)) errors.push(fieldError(place, 'has characters that cannot be stored'))
  else return value
  return null
}

function refused(message: string): ApiError {
  return new ApiError('DATA_INVALID', { message, details: { errors: [] } })
}
