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

/** The conditions of a conjunction, or the condition itself. */
export function itemsOf(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.items : [condition]
}

export function anyOf(items: readonly Condition[]): Condition {
  const flat = items.flatMap((item) => (item.kind === 'or' ? item.items : [item]))
  if (flat.some((item) => item.kind === 'constant' && item.holds)) return ALWAYS
  return group('or', mergeLookups(flat.filter((item) => item.kind !== 'constant')), NEVER)
}

type Exists = Extract<Condition, { kind: 'exists' }>

/**
 * Some related row is p, or some is q: some is p or q. One lookup instead of two. All of one relation at once: to merge hundreds
 * one by one would go through those before for each.
 */
function mergeLookups(items: readonly Condition[]): readonly Condition[] {
  const groups: Condition[][] = []
  for (const item of items) {
    const twins = item.kind === 'exists' ? groups.find(([first]) => isTwin(item, first)) : undefined
    if (twins === undefined) groups.push([item])
    else twins.push(item)
  }
  return groups.flatMap(merge)
}

function isExists(item: Condition): item is Exists {
  return item.kind === 'exists'
}

function isTwin({ rows }: Exists, other: Condition | undefined): boolean {
  return other?.kind === 'exists' && other.rows.hop === rows.hop && other.rows.table === rows.table
}

function merge(group: readonly Condition[]): readonly Condition[] {
  const twins = group.filter(isExists)
  const [first, ...others] = twins
  if (first === undefined || others.length === 0) return group
  const condition = anyOf(twins.map(({ rows }) => rows.condition))
  const { orNone } = twins.find((twin) => twin.orNone.kind === 'yes') ?? first
  return [{ ...first, rows: { ...first.rows, condition }, orNone }]
}

export function constant(holds: boolean): Condition {
  return holds ? ALWAYS : NEVER
}

/** False or unknown. */
export function notTrue(item: Condition): Condition {
  if (item.kind === 'constant') return constant(!item.holds)
  return { kind: 'notTrue', item }
}

function group(kind: 'and' | 'or', items: readonly Condition[], none: Condition): Condition {
  const [first, ...rest] = items
  if (first === undefined) return none
  return rest.length === 0 ? first : { kind, items }
}

export function test(column: Column, what: Test, negated = false): Condition {
  return { kind: 'test', column, test: what, negated }
}
