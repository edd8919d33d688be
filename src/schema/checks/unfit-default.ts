import { valueKind } from '../../vocabulary/scalar-types.ts'
import type { ScalarRules } from '../scalar-rules.ts'
import type { ScalarType } from '../schema.ts'

/** Describes what the default of an attribute must be; null if it fits. */
export function unfitDefault(type: ScalarType, value: unknown, rules: ScalarRules): string | null {
  const fits = (yes: boolean, wanted: string) => (yes ? null : wanted)
  switch (valueKind(type)) {
    case 'id':
    case 'integer':
      return fits(Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31, 'a whole number of 32 bits')
    case 'number':
      return fits(Number.isFinite(value), 'a number')
    case 'bigint':
      return fits(Number.isSafeInteger(value) || isTextLike(value, /^[+-]?\d+$/), 'a whole number')
    case 'boolean':
      return fits(typeof value === 'boolean', 'true or false')
    case 'choice':
      return fits(typeof value === 'string' && rules.enum.includes(value), `one of ${rules.enum.join(', ')}`)
    case 'date':
      return fits(isDay(value), 'a date, as in "2024-12-31"')
    case 'time':
      return fits(isTextLike(value, /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?$/), 'a time, as in "23:59:59"')
    case 'moment':
      return fits(isMoment(value), 'a date and time, as in "2024-12-31T23:59:59Z"')
    case 'json':
      return type === 'json' ? fits(typeof value !== 'function', 'a value') : fits(Array.isArray(value), 'a list')
    case 'text':
      return fits(typeof value === 'string', 'a text')
  }
}

function isTextLike(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function isDay(value: unknown): boolean {
  const date = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value
}

/** Node reads more than ISO 8601. */
function isMoment(value: unknown): boolean {
  return (
    Number.isInteger(value) || (isTextLike(value, /^\d{4}-\d{2}-\d{2}/) && !Number.isNaN(Date.parse(String(value))))
  )
}
