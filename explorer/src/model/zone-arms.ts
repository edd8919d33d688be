/** `[on][blocks.quote][text]=…`: what is said of each component of a zone, or of each type that a relation leads to. */

import type { AllOf, FilterItem } from './query-model.ts'
import { thereIsOne } from './subject.ts'

export interface Arm {
  readonly uid: string
  /** None: there is one, whatever it holds. */
  readonly items: AllOf
}

/** Null where it says something else. */
export function armsOf(items: AllOf): readonly Arm[] | null {
  const arms = items.map(armOf)
  return arms.every((arm) => arm !== null) ? arms : null
}

function armOf(item: FilterItem): Arm | null {
  if (item.kind === 'at') return { uid: item.name, items: item.items }
  const isOne = item.kind === 'compare' && item.operator === '$eq' && item.values[0] === 'true'
  return isOne && item.name !== null ? { uid: item.name, items: [] } : null
}

export function itemOf({ uid, items }: Arm): FilterItem {
  return items.length === 0 ? thereIsOne(uid) : { kind: 'at', name: uid, items }
}
