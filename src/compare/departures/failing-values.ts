/** Values and options that Strapi passes to the database unchanged, and that only some databases accept. */

import { jsonIn } from '../../config/json-in.ts'
import { valueKind } from '../../vocabulary/scalar-types.ts'
import type { Pairing } from './pairing.ts'
import { type FilterUse, filterUses, populateFilterUses } from './query-steps.ts'

const usesOf = (pairing: Pairing) => [...filterUses(pairing), ...populateFilterUses(pairing)]

/** The name of the compared attribute: `id` in `filters[author][id][$in][0]`. */
const nameIn = ({ pair }: FilterUse) => pair.keys.findLast((key) => !key.startsWith('$') && !/^\d*$/.test(key))

function kindOf({ steps }: FilterUse) {
  const attribute = steps.at(-1)?.attribute
  return attribute?.kind === 'scalar' ? valueKind(attribute.type) : null
}

/** For `filters[metadata]=red`, which is not JSON; `"red"` would be. */
export function comparesTextAsJson(pairing: Pairing): boolean {
  return usesOf(pairing).some((use) => kindOf(use) === 'json' && jsonIn(use.pair.value ?? '') === undefined)
}

/** For `filters[id][$gt]=1.5` and `filters[id]=1e2`. */
export function comparesFraction(pairing: Pairing): boolean {
  return usesOf(pairing).some((use) => {
    const value = use.pair.value ?? ''
    const isWhole = nameIn(use) === 'id' || kindOf(use) === 'integer'
    return isWhole && /^-?\d*\.?\d+(?:e\d+)?$/i.test(value) && !/^-?\d+$/.test(value)
  })
}

const BESIDE_COUNT = new Set(['fields', 'populate', 'sort'])

/** For `populate[tags][count]=true&populate[tags][sort]=name`. */
export function countsBesideOthers({ pairs }: Pairing): boolean {
  const counted = pairs.filter(({ keys }) => keys[0] === 'populate' && keys.at(-1) === 'count')
  return counted.some(({ keys }) => {
    const list = keys.slice(0, -1)
    return pairs.some((other) => {
      const isBelow = list.every((key, at) => other.keys[at] === key)
      return isBelow && BESIDE_COUNT.has(other.keys[list.length] ?? '')
    })
  })
}
