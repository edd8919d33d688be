/** Reads `jwt.expiresIn` in the syntax of Strapi's library. */

import { type SettingReader, shown } from './setting-readers.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(ms|msecs?|milliseconds?)?$/, 1],
  [/^(s|secs?|seconds?)$/, SECOND],
  [/^(m|mins?|minutes?)$/, MINUTE],
  [/^(h|hrs?|hours?)$/, HOUR],
  [/^(d|days?)$/, DAY],
  [/^(w|weeks?)$/, 7 * DAY],
  [/^(y|yrs?|years?)$/, 365.25 * DAY],
]

const PATH = 'users-permissions.config.jwt.expiresIn'

/** How long a user's token is valid, in milliseconds. */
export function readLifetime(read: SettingReader): number {
  const value = read.raw('plugins', 'users-permissions.config.jwt.expiresIn') ?? '30d'
  const lifetime = toMilliseconds(value)
  if (lifetime !== null && lifetime > 0) return lifetime
  read.problem('plugins', PATH, `This must be seconds, or a time such as "30d" or "12h", not ${shown(value)}.`)
  return 30 * DAY
}

/** A number is in seconds; a text without a unit is in milliseconds. */
function toMilliseconds(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value * SECOND : null
  const [, number = '', unit = ''] = typeof value === 'string' ? (/^(\d+(?:\.\d+)?) *([a-z]*)$/i.exec(value) ?? []) : []
  const factor = UNITS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1]
  return number === '' || factor === undefined ? null : Number(number) * factor
}
