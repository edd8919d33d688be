/** Numbers must be numbers, and must fit into the column: PostgreSQL would refuse what SQLite takes. */

import { type Reading, readAs, wrong } from './reading.ts'
import { wrongType } from './wrong-type.ts'

interface Bounds<N extends number | bigint> {
  readonly min: N
  readonly max: N
}

const INTEGER: Bounds<number> = { min: -2_147_483_648, max: 2_147_483_647 }
const BIG_INTEGER: Bounds<bigint> = { min: -(2n ** 63n), max: 2n ** 63n - 1n }
/** Ten digits, two of them after the point. */
const DECIMAL: Bounds<number> = { min: -99_999_999.99, max: 99_999_999.99 }

export function readInteger(value: unknown): Reading {
  if (typeof value !== 'number') return wrong(wrongType('number', value))
  return Number.isInteger(value) ? within(value, INTEGER) : wrong('must be an integer')
}

export function readFloat(value: unknown): Reading {
  if (typeof value !== 'number') return wrong(wrongType('number', value))
  // `1e999` is JSON, and Infinity once it is read.
  return Number.isFinite(value) ? readAs(value) : wrong('must be a finite number')
}

export function readDecimal(value: unknown): Reading {
  const reading = readFloat(value)
  return typeof value === 'number' && 'value' in reading ? within(value, DECIMAL) : reading
}

export function readBigInteger(value: unknown): Reading {
  if (typeof value === 'string' && /^[+-]?\d{1,30}$/.test(value)) {
    return within(BigInt(value.replace('+', '')), BIG_INTEGER)
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) return wrong('must be an integer, as a number or a string')
  if (Number.isSafeInteger(value)) return readAs(BigInt(value))
  return wrong('must be sent as a string, because JSON numbers of this size are not exact')
}

function within<N extends number | bigint>(value: N, { min, max }: Bounds<N>): Reading {
  if (value < min) return wrong(`must be greater than or equal to ${min}`)
  return value > max ? wrong(`must be less than or equal to ${max}`) : readAs(value)
}
