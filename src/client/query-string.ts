/**
 * A query → `filters[title][$eq]=x&fields[0]=title`, as the server parses it. `undefined` is omitted, null is a name
 * without a value, and dates are in ISO 8601.
 */

import type { GroupOperator, OperatorTaking } from '../vocabulary/operators.ts'

export function queryString(query: object): string {
  if (kindOf(query) !== 'Object')
    throw new TypeError(`A query must be an object, as in { fields: ['title'] }, not ${kindOf(query)}`)
  return Object.entries(query)
    .flatMap(([key, value]) => pairs(key, key, value, roleIn('options', key)))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
}

/** A name, and its value unless that is null. */
type Pair = readonly string[]

/** Kinds of objects: `populate` and `on` have links by name, each link has options. */
type Role = 'links' | 'options' | undefined

function roleIn(role: Role, name: string): Role {
  if (role === 'links') return 'options'
  return role === 'options' && (name === 'populate' || name === 'on') ? 'links' : undefined
}

/** `name`: the last part of `key`. */
function pairs(key: string, name: string, value: unknown, role?: Role): readonly Pair[] {
  if (value === undefined) return []
  if (value === null) return [[key]]
  if (Array.isArray(value)) return listPairs(key, name, value, role)
  const kind = kindOf(value)
  if (kind === 'Date') return [[key, (value as Date).toISOString()]]
  if (SCALARS.includes(kind)) return [[key, String(value)]]
  if (hasText(value)) return pairs(key, name, value.toJSON())
  // As an object it would have no members, and a filter without conditions would match everything.
  if (kind !== 'Object')
    throw new TypeError(`${key} cannot be sent: ${kind} is neither a value, a list nor a plain object`)
  const written = Object.entries(value).flatMap(([inner, item]) =>
    pairs(`${key}[${inner}]`, inner, item, roleIn(role, inner)),
  )
  // Without options, too: `{ author: {} }` is `populate[author]=true`.
  return role === 'options' && written.length === 0 ? [[key, 'true']] : written
}

const SCALARS: readonly string[] = ['String', 'Number', 'Boolean', 'BigInt']

/** `Object`, `Map`, `Date`…, also for objects of another window. `Object` for instances of classes. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** For Temporal and dates of libraries, for example. */
function hasText(value: object): value is { toJSON(): unknown } {
  return typeof value === 'object' && 'toJSON' in value && typeof value.toJSON === 'function'
}

/** Whether an empty list under this name matches every entry. */
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

/**
 * Empty lists, and empty filters in a list, are sent as well, since omitting them would change the meaning. The server
 * refuses a `populate` without names, which populates nothing.
 */
function listPairs(key: string, name: string, list: readonly unknown[], role: Role): readonly Pair[] {
  const items = list.filter((item) => item !== undefined)
  if (items.length === 0) return role === 'links' || isVacuous(name) ? [] : [[`${key}[]`]]
  return items.flatMap((item, index) => {
    const own = pairs(`${key}[${index}]`, '', item)
    return own.length > 0 ? own : [[`${key}[${index}]`]]
  })
}
