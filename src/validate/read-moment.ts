/** Dates and times, in the forms that filters take too. */

import { momentIn } from '../config/moment-in.ts'
import { type Reading, readAs, wrong } from './reading.ts'

export function readDate(value: unknown): Reading {
  const day = typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined
  if (day === undefined) return wrong('has an invalid format, expected yyyy-MM-dd')
  const date = new Date(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && isStorable(date.getTime())
  return exists ? readAs(day) : wrong('must be a date that exists')
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/

export function readTime(value: unknown): Reading {
  const [, hours, minutes, seconds, fraction = ''] = (typeof value === 'string' && TIME.exec(value)) || []
  if (hours === undefined) return wrong('has an invalid format, expected HH:mm:ss.SSS')
  return readAs(`${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}`)
}

/** ISO 8601 (a time without an offset is the process's), or epoch milliseconds. */
export function readDatetime(value: unknown): Reading {
  const moment = epochMilliseconds(value)
  if (Number.isNaN(moment)) return wrong('has an invalid format, expected a timestamp or an ISO date')
  return isStorable(moment) ? readAs(moment) : wrong('must be in the years 1 to 9999')
}

function epochMilliseconds(value: unknown): number {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number.NaN
  if (typeof value !== 'string') return Number.NaN
  const iso = momentIn(value)
  return Number.isNaN(iso) && /^-?\d+$/.test(value) ? Number(value) : iso
}

const FIRST = Date.parse('0001-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Beyond these, databases and clients disagree about how a date is written. */
function isStorable(moment: number): boolean {
  return moment >= FIRST && moment <= LAST
}
