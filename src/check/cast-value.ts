/**
 * Texts of a query → values of the attribute's type, in the form that they are compared in: datetimes as epoch
 * milliseconds, dates and times as texts, JSON documents as JSON text.
 */

import { momentIn } from '../config/moment-in.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ScalarType } from '../schema/schema.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { castJson } from './cast-json.ts'
import type { Value } from './query.ts'
import { hintOnDates, relativeMoment } from './relative-date.ts'
import { uncastable, type ValuePlace } from './uncastable.ts'
import { dateHint, valueHint } from './value-hints.ts'

export function castValue(text: string, type: ScalarType, place: ValuePlace): Value {
  switch (valueKind(type)) {
    case 'id':
    case 'integer':
    case 'number':
      return castNumber(text, type, place)
    case 'bigint':
      return castBigInteger(text, place)
    case 'boolean':
      return castBoolean(text)
    case 'date': {
      const moment = relativeMoment(text, place)
      return moment === null ? castDate(text, place) : new Date(moment).toISOString().slice(0, 10)
    }
    case 'time':
      return castTime(text, place)
    case 'moment':
      return relativeMoment(text, place) ?? castDatetime(text, place)
    case 'json':
      return castJson(text, place)
    case 'text':
    case 'choice':
      return text
  }
}

function castNumber(text: string, type: ScalarType, place: ValuePlace): number {
  const trimmed = text.trim()
  const number = trimmed === '' ? Number.NaN : Number(trimmed)
  if (Number.isFinite(number)) return number
  const expected = type === 'id' ? 'a numeric id (filter a relation by documentId with [documentId])' : 'a number'
  throw uncastable(text, expected, place)
}

/** More digits than any stored number has. Databases cannot parse hundreds of thousands of digits. */
const MOST_DIGITS = 400
const BEYOND_ALL = 10n ** BigInt(MOST_DIGITS)

/** A number beyond all stored ones is replaced by another such number, which compares the same. */
function castBigInteger(text: string, place: ValuePlace): bigint {
  const [, sign, written] = /^([+-]?)(\d+)$/.exec(text.trim()) ?? []
  if (written === undefined) throw uncastable(text, 'a whole number', place)
  const digits = written.replace(/^0+/, '')
  const size = digits.length > MOST_DIGITS ? BEYOND_ALL : BigInt(digits)
  return sign === '-' ? -size : size
}

/** Every text is a boolean: an unknown word is true, and an empty text is false. */
function castBoolean(text: string): boolean {
  if (text === 'true' || text === 't' || text === '1') return true
  if (text === 'false' || text === 'f' || text === '0') return false
  return text !== ''
}

function castDate(text: string, place: ValuePlace): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  if (day === undefined) {
    const hint =
      hintOnDates(text, place) ?? dateHint(text, '2025-01-31, as date.toISOString().slice(0, 10) does', place)
    throw formatError('Invalid format, expected yyyy-MM-dd', place, hint)
  }
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) throw formatError('Invalid date', place)
  return day
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/

function castTime(text: string, place: ValuePlace): string {
  const [, hours, minutes, seconds, fraction = ''] = TIME.exec(text) ?? []
  if (hours === undefined) {
    const hint = place.profile !== 'strapi' && TIME.test(`${text}:00`) ? `Write ${text}:00` : valueHint(text, place)
    throw formatError('Invalid time format, expected HH:mm:ss.SSS', place, hint)
  }
  return `${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}`
}

/** ISO 8601 as Strapi reads it (a time without an offset is in the time zone of the process), or epoch milliseconds. */
function castDatetime(text: string, place: ValuePlace): number {
  const iso = momentIn(text)
  if (!Number.isNaN(iso)) return iso
  const epoch = /^-?\d+$/.test(text) ? new Date(Number(text)).getTime() : Number.NaN
  if (Number.isNaN(epoch)) {
    const hint =
      hintOnDates(text, place) ?? dateHint(text, '2025-01-31T09:30:00.000Z, as date.toISOString() does', place)
    throw formatError('Invalid format, expected a timestamp or an ISO date', place, hint)
  }
  return epoch
}

function formatError(message: string, { param, path, profile }: ValuePlace, hint?: string): ApiError {
  const place = profile === 'strapi' ? {} : { source: 'query', param, path }
  return new ApiError('VALUE_INVALID', { message, details: hint === undefined ? place : { ...place, hint } })
}
