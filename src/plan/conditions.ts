/** Conditions put together and simplified. */

import type { Test } from '../check/query.ts'
import type { Column, Condition } from './read-plan.ts'

export const ALWAYS: Condition = { kind: 'constant', holds: true }
export const NEVER: Condition = { kind: 'constant', holds: false }

export function allOf(items: readonly Condition[]): Condition {
  const flat = items.flatMap((item) => (item.kind === 'and' ? item.items : [item]))
  if (flat.some((item) => item.kind === 'constant' && !item.holds)) return NEVER
  return group(
    'and',
    flat.filter((item) => item.kind !== 'constant'),
    ALWAYS,
  )
}

export function anyOf(items: readonly Condition[]): Condition {
  const flat = items.flatMap((item) => (item.kind === 'or' ? item.items : [item]))
  if (flat.some((item) => item.kind === 'constant' && item.holds)) return ALWAYS
  return group(
    'or',
    flat.filter((item) => item.kind !== 'constant'),
    NEVER,
  )
}

function group(kind: 'and' | 'or', items: readonly Condition[], none: Condition): Condition {
  const [first, ...rest] = items
  if (first === undefined) return none
  return rest.length === 0 ? first : { kind, items }
}

export function test(column: Column, what: Test, negated = false): Condition {
  return { kind: 'test', column, test: what, negated }
}
