import type { Kind } from './models.ts'

/** A stored value: datetimes are epoch milliseconds, JSON is its text, big integers are exact. */
export type Value = string | number | bigint | boolean | null

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** SQLite hands out every integer as a bigint here, so that large ones stay exact. */
export const fromColumn = (kind: Kind, stored: unknown): Value => {
  if (stored === null || stored === undefined) return null
  if (kind === 'boolean') return Number(stored) === 1
  if (kind === 'big') return BigInt(stored as bigint)
  if (kind === 'number' || kind === 'datetime' || kind === 'timestamp') return Number(stored)
  return String(stored)
}

/** The value as an answer shows it. */
export const shown = (kind: Kind, value: Value): Json => {
  if (value === null) return null
  if (kind === 'datetime') return new Date(Number(value)).toISOString()
  if (kind === 'json') return JSON.parse(String(value)) as Json
  if (kind === 'timestamp' || typeof value === 'bigint') return String(value)
  return value
}

/** Text operators look at what the caller sees. */
export const shownText = (kind: Kind, value: Value): string => {
  const visible = shown(kind, value)
  return typeof visible === 'string' ? visible : JSON.stringify(visible)
}

const TRUE_WORDS = ['true', 't', '1']
const FALSE_WORDS = ['false', 'f', '0']

export const asBoolean = (operand: Json): boolean => {
  const word = String(operand)
  if (TRUE_WORDS.includes(word)) return true
  if (FALSE_WORDS.includes(word)) return false
  return Boolean(operand)
}

const asMilliseconds = (text: string): number =>
  /^\d{5,}$/.test(text) ? Number(text) : Date.parse(text.replace(' ', 'T'))

/** The operand as a value comparable with the column. */
export const cast = (kind: Kind, operand: Json): Value => {
  if (operand === null) return null
  const text = String(operand)
  if (kind === 'boolean') return asBoolean(operand)
  if (kind === 'number') return Number(text.trim())
  if (kind === 'big') return BigInt(text.trim())
  if (kind === 'datetime' || kind === 'timestamp') return asMilliseconds(text)
  if (kind === 'date') return text.slice(0, 10)
  if (kind === 'time') return text.length === 8 ? `${text}.000` : text.padEnd(12, '0')
  return text
}

/** SQLite compares text by its UTF-8 bytes. */
export const compare = (left: Value, right: Value): number => {
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right))
  const a = typeof left === 'boolean' ? Number(left) : left
  const b = typeof right === 'boolean' ? Number(right) : right
  if (a === null || b === null) throw new Error('NULL has no order: the caller decides where it stands.')
  return a < b ? -1 : a > b ? 1 : 0
}

/** As SQLite sorts: NULL before everything. */
export const compareNullsFirst = (left: Value, right: Value): number => {
  if (left === null) return right === null ? 0 : -1
  return right === null ? 1 : compare(left, right)
}
