import type { ScalarRules } from '../scalar-rules.ts'
import type { ScalarType } from '../schema.ts'

/** What the default of an attribute would have to be; null where it fits. */
export function unfitDefault(type: ScalarType, value: unknown, rules: ScalarRules): string | null {
  const fits = (yes: boolean, wanted: string) => (yes ? null : wanted)
  switch (type) {
    case 'integer':
      return fits(Number.isInteger(value), 'a whole number')
    case 'float':
    case 'decimal':
      return fits(Number.isFinite(value), 'a number')
    case 'biginteger':
      return fits(Number.isSafeInteger(value) || isTextLike(value, /^[+-]?\d+$/), 'a whole number')
    case 'boolean':
      return fits(typeof value === 'boolean', 'true or false')
    case 'enumeration':
      return fits(typeof value === 'string' && rules.enum.includes(value), `one of ${rules.enum.join(', ')}`)
    case 'date':
      return fits(isTextLike(value, /^\d{4}-\d{2}-\d{2}/), 'a date, as in "2024-12-31"')
    case 'time':
      return fits(isTextLike(value, /^\d{2}:\d{2}:\d{2}(\.\d{1,3})?$/), 'a time, as in "23:59:59"')
    case 'datetime':
    case 'timestamp':
      return fits(isMoment(value), 'a date and time, as in "2024-12-31T23:59:59Z"')
    case 'array':
    case 'blocks':
      return fits(Array.isArray(value), 'a list')
    case 'json':
      return fits(typeof value !== 'function', 'a value')
    default:
      return fits(typeof value === 'string', 'a text')
  }
}

function isTextLike(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function isMoment(value: unknown): boolean {
  return Number.isInteger(value) || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
}
