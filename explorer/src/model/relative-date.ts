/** `$now(-7d)`, `$today`: a date relative to the time of the request (extension `dates`). */

export interface RelativeDate {
  readonly base: 'now' | 'today'
  /** A whole number; empty for the base itself. */
  readonly amount: string
  readonly unit: Unit
  readonly isAgo: boolean
}

export type Unit = 'h' | 'd' | 'w' | 'M' | 'y'

export const UNITS: Readonly<Record<Unit, string>> = { h: 'hours', d: 'days', w: 'weeks', M: 'months', y: 'years' }

const RELATIVE = /^\$(now|today)(?:\((-?)(\d{1,4})([hdwMy])\))?$/

/** Null for any other text. */
export function readRelative(text: string): RelativeDate | null {
  const [found, base, sign, amount = '', unit = 'd'] = RELATIVE.exec(text) ?? []
  if (found === undefined) return null
  const isAgo = amount === '' || sign === '-'
  return { base: base === 'now' ? 'now' : 'today', amount, unit: unit as Unit, isAgo }
}

export function writeRelative({ base, amount, unit, isAgo }: RelativeDate): string {
  return amount === '' ? `$${base}` : `$${base}(${isAgo ? '-' : ''}${amount}${unit})`
}

/** Whether the server would take it for one, if only to refuse it. */
export function isRelative(text: string): boolean {
  return /^\$(?:now|today)/.test(text)
}
