/**
 * Numbers, also as text, as forms and spreadsheets send them. They must fit into the column: PostgreSQL would refuse
 * what SQLite takes.
 */

import { shownPath, wrongType } from './field-error.ts'
import { type Reading, readAs, wrong } from './reading.ts'

interface Bounds<N extends number | bigint> {
  readonly min: N
  readonly max: N
}

const INTEGER: Bounds<number> = { min: -2_147_483_648, max: 2_147_483_647 }
const BIG_INTEGER: Bounds<bigint> = { min: -(2n ** 63n), max: 2n ** 63n - 1n }
/** Ten digits, two of them after the point. */
const DECIMAL: Bounds<number> = { min: -99_999_999.99, max: 99_999_999.99 }

/** For `1e999`, which is valid JSON, but Infinity once it is parsed. `place` is where it stands inside of the value. */
export function tooLarge(place: readonly (string | number)[] = []): string {
  return place.length === 0
    ? 'is too large: numbers go up to 1.7e308'
    : `has a number that is too large, at ${shownPath(place)}: numbers go up to 1.7e308`
}

/** Undefined for what is neither a number nor the text of one. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isNaN(number) ? undefined : number
}

export function readInteger(sent: unknown): Reading {
  const value = numberIn(sent)
  if (value === undefined) return wrong(wrongType('number', sent))
  // Infinity is what `1e999` has become: an integer that is too large.
  const isWhole = Number.isInteger(value) || !Number.isFinite(value)
  return isWhole ? within(value, INTEGER) : wrong('must be an integer')
}

export function readFloat(sent: unknown): Reading {
  const value = numberIn(sent)
  if (value === undefined) return wrong(wrongType('number', sent))
  return Number.isFinite(value) ? readAs(value) : wrong(tooLarge())
}

export function readDecimal(sent: unknown): Reading {
  const reading = readFloat(sent)
  return 'value' in reading && typeof reading.value === 'number' ? within(reading.value, DECIMAL) : reading
}

export function readBigInteger(value: unknown): Reading {
  if (typeof value === 'string' && /^\s*[+-]?\d{1,30}\s*$/.test(value)) {
    return within(BigInt(value.trim().replace('+', '')), BIG_INTEGER)
  }
  if (typeof value === 'number' && Math.abs(value) === Number.POSITIVE_INFINITY) return wrong(tooLarge())
  if (typeof value !== 'number' || !Number.isInteger(value)) return wrong('must be an integer, as a number or a string')
  if (Number.isSafeInteger(value)) return readAs(BigInt(value))
  return wrong('must be sent as a string, because JSON numbers of this size are not exact')
}

function within<N extends number | bigint>(value: N, { min, max }: Bounds<N>): Reading {
  if (value < min) return wrong(`must be greater than or equal to ${min}`)
  return value > max ? wrong(`must be less than or equal to ${max}`) : readAs(value)
}
