/**
 * Relative dates (extension `dates`): `$now`, `$now(-7d)`, `$today`, `$today(1M)`. `$now` is the start of the current
 * minute and `$today` the start of the day, both in UTC.
 */

import { extensionHint } from '../vocabulary/extensions.ts'
import { uncastable, type ValuePlace } from './uncastable.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LENGTHS: Readonly<Record<string, number>> = { h: HOUR, d: DAY, w: 7 * DAY }
const MONTHS: Readonly<Record<string, number>> = { M: 1, y: 12 }

const BEGINNING = /^\$(?:now|today)/
/** The sign may be a space, because `+` in a URL means a space. */
const RELATIVE = /^\$(now|today)(?:\(([-+ ]?)(\d{1,4})([hdwMy])\))?$/

/** Milliseconds since 1970; null for an absolute date. */
export function relativeMoment(text: string, place: ValuePlace): number | null {
  const { dates } = place
  if (dates === undefined || !dates.extensions.on.has('dates') || !BEGINNING.test(text)) return null
  const [, base, sign, amount, unit = ''] = RELATIVE.exec(text) ?? []
  if (base === undefined) {
    throw uncastable(text, 'an amount and one of h, d, w, M, y, as in $now(-7d) or $today(1M)', place)
  }
  const start = base === 'now' ? dates.now : Math.floor(dates.now / DAY) * DAY
  const moment = amount === undefined ? start : moved(start, Number(amount) * (sign === '-' ? -1 : 1), unit)
  if (!isOrdinary(moment)) throw uncastable(text, 'a date between the years 1 and 9999', place)
  return moment
}

function moved(start: number, amount: number, unit: string): number {
  const length = LENGTHS[unit]
  return length === undefined ? monthsLater(start, amount * (MONTHS[unit] ?? 0)) : start + amount * length
}

/** One month after January 31st is the last day of February. */
function monthsLater(start: number, months: number): number {
  const date = new Date(start)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z')
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z')

function isOrdinary(moment: number): boolean {
  return moment >= YEAR_1 && moment < YEAR_10000
}

/** For the error about a relative date if the extension is off. */
export function hintOnDates(text: string, { dates }: ValuePlace): string | undefined {
  return dates === undefined || !BEGINNING.test(text) ? undefined : extensionHint('dates', dates.extensions)
}
