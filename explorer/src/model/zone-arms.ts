/** `[on][blocks.quote][text]=…`: conditions on each component of a zone, or each target type of a relation. */

import type { AllOf, FilterItem } from './query-model.ts'
import { thereIsOne } from './subject.ts'

export interface Arm {
  readonly uid: string
  /** Empty: an item of this kind exists, whatever its values. */
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
