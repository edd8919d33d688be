/** `min` and `max`, `minLength` and `maxLength` of an attribute: two bounds, of which either may be missing. */

import { shown } from '../config/setting-readers.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import type { ScalarType } from './schema.ts'
import type { RawAttribute, Report } from './schema-file.ts'

export interface Range<Bound> {
  readonly min: Bound | null
  readonly max: Bound | null
}

type Keys = readonly [min: string, max: string]

const VALUES: Keys = ['min', 'max']
const LENGTHS: Keys = ['minLength', 'maxLength']

export function parseNumbers(
  type: ScalarType,
  raw: RawAttribute,
  path: string,
  report: Report,
): Range<number | bigint> {
  switch (valueKind(type)) {
    case 'integer':
    case 'number':
      return parseRange({ raw, path, report }, VALUES, { accept: asNumber, wanted: 'a number' })
    case 'bigint':
      return parseRange({ raw, path, report }, VALUES, { accept: asBigInteger, wanted: 'a whole number' })
    default:
      return { min: null, max: null }
  }
}

/** The bounds on the length of a text. */
export function parseTextLengths(raw: RawAttribute, path: string, report: Report): Range<number> {
  return parseRange({ raw, path, report }, LENGTHS, LENGTH)
}

/** The bounds on the number of items in a list. */
export function parseLengths(raw: RawAttribute, path: string, report: Report): Range<number> {
  return parseRange({ raw, path, report }, VALUES, LENGTH)
}

interface RangeSource {
  readonly raw: RawAttribute
  readonly path: string
  readonly report: Report
}

interface BoundForm<Bound> {
  readonly accept: (value: unknown) => Bound | undefined
  /** For people. */
  readonly wanted: string
}

const LENGTH: BoundForm<number> = { accept: asLength, wanted: 'a whole number, 0 or more' }

function parseRange<Bound extends number | bigint>(
  { raw, path, report }: RangeSource,
  [minKey, maxKey]: Keys,
  { accept, wanted }: BoundForm<Bound>,
): Range<Bound> {
  const bound = (key: string): Bound | null => {
    const value = raw[key] ?? null
    if (value === null) return null
    const accepted = accept(value)
    if (accepted === undefined) report(`${path}.${key}`, `This must be ${wanted}, not ${shown(value)}.`)
    return accepted ?? null
  }
  const [min, max] = [bound(minKey), bound(maxKey)]
  if (min === null || max === null || min <= max) return { min, max }
  report(`${path}.${minKey}`, `No value can satisfy this: ${minKey} (${min}) is above ${maxKey} (${max}).`)
  return { min: null, max: null }
}

/** Numbers as text too: such files exist, and their meaning is clear. */
function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function asBigInteger(value: unknown): bigint | undefined {
  if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) return BigInt(value.replace('+', ''))
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined
}

function asLength(value: unknown): number | undefined {
  const number = asNumber(value)
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
