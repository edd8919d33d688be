/**
 * A query → `filters[title][$eq]=x&fields[0]=title`, as the server reads it. `undefined` is not written, null is a
 * name without a value, dates are written as ISO 8601.
 */

import type { GroupOperator, OperatorTaking } from '../vocabulary/operators.ts'

export function queryString(query: object): string {
  if (kindOf(query) !== 'Object')
    throw new TypeError(`A query must be an object, as in { fields: ['title'] }, not ${kindOf(query)}`)
  return pairsOf(query)
    .map(([key, value]) =>
      value === null ? encodeURIComponent(key) : `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
    )
    .join('&')
}

type Pair = readonly [key: string, value: string | null]

function pairsOf(query: object): readonly Pair[] {
  return Object.entries(query).flatMap(([key, value]) => pairs(key, key, value))
}

/** `name` is the last part of `key`. */
function pairs(key: string, name: string, value: unknown): readonly Pair[] {
  if (value === undefined) return []
  if (value === null) return [[key, null]]
  if (Array.isArray(value)) return listPairs(key, name, value)
  const kind = kindOf(value)
  if (kind === 'Date') return [[key, (value as Date).toISOString()]]
  if (SCALARS.includes(kind)) return [[key, String(value)]]
  if (hasText(value)) return pairs(key, name, value.toJSON())
  // As an object it would have no members, and a filter without a condition would match everything.
  if (kind !== 'Object')
    throw new TypeError(`${key} cannot be sent: ${kind} is neither a value, a list nor a plain object`)
  return Object.entries(value).flatMap(([inner, item]) => pairs(`${key}[${inner}]`, inner, item))
}

const SCALARS: readonly string[] = ['String', 'Number', 'Boolean', 'BigInt']

/** `Object`, `Map`, `Date`, also of another window; for an instance of a class, `Object`. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Dates of libraries and of Temporal, and the like. */
function hasText(value: object): value is { toJSON(): unknown } {
  return typeof value === 'object' && 'toJSON' in value && typeof value.toJSON === 'function'
}

/** Whether an empty list under this name matches every entry, unlike other lists such as `populate`. */
const VACUOUS: Readonly<Record<GroupOperator | OperatorTaking<'list'>, boolean>> = {
  $and: true,
  $or: false,
  $not: false,
  $in: false,
  $notIn: true,
}

function isVacuous(name: string): boolean {
  return Object.hasOwn(VACUOUS, name) && VACUOUS[name as keyof typeof VACUOUS]
}

/** An empty list, and an empty filter in a list, are written too: leaving them out would mean something else. */
function listPairs(key: string, name: string, list: readonly unknown[]): readonly Pair[] {
  const items = list.filter((item) => item !== undefined)
  if (items.length === 0) return isVacuous(name) ? [] : [[`${key}[]`, null]]
  return items.flatMap((item, index) => {
    const own = pairs(`${key}[${index}]`, '', item)
    return own.length > 0 ? own : [[`${key}[${index}]`, null] as const]
  })
}
