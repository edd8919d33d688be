/** The field `fileInfo` of uploads: one object for each file, as JSON or in brackets. */

import { jsonDepth } from '../config/json-depth.ts'
import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { didYouMeanHint } from '../errors/did-you-mean.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import { type FieldError, type FieldPath, fieldError, refuseFields } from '../validate/field-error.ts'
import { invalidKeyIn } from '../validate/invalid-body-key.ts'
import { shownName } from './file-names.ts'
import type { FileValues } from './file-rows.ts'
import { type FocalPoint, readFocalPoint } from './focal-point.ts'

/** Null and missing are the same: nothing was said. */
export interface FileInfo {
  readonly name: string | null
  readonly alternativeText: string | null
  readonly caption: string | null
  readonly focalPoint: FocalPoint | null
}

export const NO_INFO: FileInfo = { name: null, alternativeText: null, caption: null, focalPoint: null }

/** By attribute, without missing values. */
export function valuesOf({ focalPoint, ...texts }: FileInfo): FileValues {
  const given = Object.entries(texts).filter(([, text]) => text !== null)
  return {
    ...Object.fromEntries(given),
    ...(focalPoint === null ? {} : { focalPoint: JSON.stringify(focalPoint) }),
  }
}

const FIELD = 'fileInfo'

/** The values of the field in a form. Clients that write objects into forms use brackets: `fileInfo[caption]`. */
export function fileInfoIn(fields: ReadonlyMap<string, readonly string[]>, limits: Limits): readonly unknown[] {
  const inBrackets = [...fields].filter(([name]) => name.startsWith(`${FIELD}[`))
  const pairs = inBrackets.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
  const nested = parseQueryString(new URLSearchParams(pairs).toString(), limits)[FIELD]
  return [...(fields.get(FIELD) ?? []), ...(nested === undefined ? [] : [nested])]
}

const KEYS = ['name', 'alternativeText', 'caption'] as const

/** Strapi's own clients send a folder, which files here have none of. */
const KNOWN: readonly string[] = [...KEYS, 'focalPoint', 'folder']

export interface InfoForm extends Pick<Limits, 'bodyDepth'> {
  /** `rest.strictParams`: unknown keys are errors. */
  readonly strict: boolean
}

/** `sent`: the values of the field, each an object or a list of them, each as JSON or already read. */
export function readFileInfo(sent: readonly unknown[], files: number, form: InfoForm): readonly FileInfo[] {
  const values = sent.flat().map((value) => parsed(value, form))
  const whole = values.flat()
  const isList = sent.length > 1 || [...sent, ...values].some(Array.isArray)
  if (!isList && whole.length === 1 && files > 1) {
    throw refused('fileInfo must be a list with one object for each file')
  }
  if (whole.length > files) throw refused(`fileInfo has ${whole.length} objects for ${files} files`)
  const errors: FieldError[] = []
  const infos = whole.map((value, index) => readOne(value, isList ? ['fileInfo', index] : ['fileInfo'], errors))
  refuseFields(errors)
  if (form.strict) whole.forEach(refuseUnknown)
  return infos
}

function refuseUnknown(value: unknown): void {
  const unknown = Object.keys(isRecord(value) ? value : {}).find((key) => !KNOWN.includes(key))
  if (unknown === undefined) return
  const meant = OTHER_NAMES.get(unknown.toLowerCase())
  const near = meant === undefined ? didYouMeanHint(unknown, KNOWN) : `Did you mean ${meant}?`
  throw invalidKeyIn(unknown, [FIELD], { hint: near ?? `It may have ${[...KEYS, 'focalPoint'].join(', ')}` })
}

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['alt', 'alttext', 'alternative'].map((key) => [key, 'alternativeText'] as const),
  ...['title', 'filename'].map((key) => [key, 'name'] as const),
  ['description', 'caption'],
])

function parsed(value: unknown, { bodyDepth }: Pick<Limits, 'bodyDepth'>): unknown {
  if (typeof value !== 'string') return value
  // The same limit as for bodies: an error repeats the value, and deeply nested values cannot be serialized.
  if (jsonDepth(value) > bodyDepth) throw limitExceeded('bodyDepth', bodyDepth)
  try {
    return JSON.parse(value)
  } catch (cause) {
    throw new ApiError('BODY_MALFORMED', { message: 'The field fileInfo is not valid JSON', cause })
  }
}

function readOne(value: unknown, place: FieldPath, errors: FieldError[]): FileInfo {
  if (value === null) return NO_INFO
  if (!isRecord(value)) {
    errors.push(fieldError(place, 'must be an object', value))
    return NO_INFO
  }
  const own = (key: string) => (Object.hasOwn(value, key) ? value[key] : null)
  const texts = KEYS.map((key) => readText(own(key), [...place, key], errors))
  const [name = null, alternativeText = null, caption = null] = texts
  const focalPoint = readFocalPoint(own('focalPoint'), [...place, 'focalPoint'], errors)
  return { name: name === null || name === '' ? null : shownName(name), alternativeText, caption, focalPoint }
}

const NUL_OR_LONE_SURROGATE = /\0|\p{Surrogate}/u

function readText(value: unknown, place: FieldPath, errors: FieldError[]): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') errors.push(fieldError(place, 'must be a text', value))
  else if (NUL_OR_LONE_SURROGATE.test(value)) errors.push(fieldError(place, 'has characters that cannot be stored'))
  else return value
  return null
}

function refused(message: string): ApiError {
  return new ApiError('DATA_INVALID', { message, details: { errors: [] } })
}
