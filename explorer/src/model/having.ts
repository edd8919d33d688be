/** Conditions on what is computed of a group ↔ rows of a name, an operator and values. */

import type { Comparison, FilterItem } from './query-model.ts'

/** `name`: `count`, `sum.views`. */
export interface HavingRow extends Omit<Comparison, 'kind' | 'name'> {
  readonly name: string
}

/** Null where a row cannot show it. */
export function havingRow(item: FilterItem): HavingRow | null {
  if (item.kind === 'compare' && item.name !== null) return rowOf(item, item.name)
  const [only, ...others] = item.kind === 'at' ? item.items : []
  if (item.kind !== 'at' || only === undefined || others.length > 0) return null
  const below = havingRow(only)
  return below === null ? null : { ...below, name: `${item.name}.${below.name}` }
}

function rowOf({ operator, values }: Comparison, name: string): HavingRow {
  return { name, operator, values }
}

export function havingItem({ name, operator, values }: HavingRow): FilterItem {
  const [measure = '', ...path] = name.split('.')
  const compare = (own: string): FilterItem => ({ kind: 'compare', name: own, operator, values })
  return path.length === 0 ? compare(measure) : { kind: 'at', name: measure, items: [compare(path.join('.'))] }
}
