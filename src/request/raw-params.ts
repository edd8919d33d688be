/** A query string after bracket notation is resolved: texts, nulls (`a` without `=`), lists and objects. */

export type RawValue = string | null | readonly RawValue[] | RawObject

/** Without a prototype, so that every key in it was sent. */
export interface RawObject {
  readonly [key: string]: RawValue
}

export type RawParams = RawObject

export function isRawObject(value: RawValue | undefined): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isRawList(value: RawValue | undefined): value is readonly RawValue[] {
  return Array.isArray(value)
}

const INDEX = /^\d+$/

/**
 * The value as a list: a list is one, and so is an object whose keys are all numbers, in the order of the
 * numbers (`a[0]=x&a[2000]=y`). Null for anything else.
 */
export function asList(value: RawValue | undefined): readonly RawValue[] | null {
  if (isRawList(value)) return value
  if (!isRawObject(value)) return null
  const keys = Object.keys(value)
  if (keys.length === 0 || !keys.every((key) => INDEX.test(key))) return null
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => value[key] ?? null)
}

/** Reads the texts that clients send for true and false. Undefined for any other text. */
export function asFlag(value: RawValue | undefined): boolean | undefined {
  if (value === 'true' || value === 't' || value === '1') return true
  if (value === 'false' || value === 'f' || value === '0') return false
  return undefined
}
