/** Parameters of a query, read against the schema: which attributes they pass through. */

import type { Attribute, Model } from '../../schema/schema.ts'
import type { Pair } from '../query-pairs.ts'
import { type Pairing, typeOf } from './pairing.ts'

export interface QueryStep {
  readonly model: Model
  readonly attribute: Attribute
}

export interface FilterUse {
  readonly pair: Pair
  /** Attributes from the root of the filter to the comparison. */
  readonly steps: readonly QueryStep[]
  /** `$eq` where none is written. */
  readonly operators: readonly string[]
}

/** Every comparison in the filters of the query itself. */
export function filterUses(pairing: Pairing): readonly FilterUse[] {
  const type = typeOf(pairing)
  if (type === null) return []
  return pairing.pairs
    .filter(({ keys: [root] }) => root === 'filters')
    .map((pair) => ({
      pair,
      steps: stepsAlong(pair.keys.slice(1), type, pairing),
      operators: pair.keys.slice(1).filter((key) => key.startsWith('$')),
    }))
}

/** Sort keys of the query itself, as lists of names: `author.name:desc` is `['author', 'name']`. */
export function sortNames(pairs: readonly Pair[]): readonly (readonly string[])[] {
  return pairs.flatMap(({ keys: [root, ...nested], value }) => {
    if (root !== 'sort') return []
    const names = nested.filter((key) => key !== '' && !/^\d+$/.test(key))
    if (names.length > 0) return [names]
    return (value ?? '').split(',').map((part) => (part.split(':')[0] ?? '').trim().split('.'))
  })
}

export function stepsAlong(keys: readonly string[], start: Model, { schema }: Pairing): readonly QueryStep[] {
  const steps: QueryStep[] = []
  let model: Model | undefined = start
  for (const key of keys) {
    const attribute: Attribute | undefined = model?.attributes.get(key)
    if (model === undefined || attribute === undefined) continue
    steps.push({ model, attribute })
    model = 'target' in attribute ? modelNamed(attribute.target) : undefined
  }
  return steps

  function modelNamed(uid: string): Model | undefined {
    return schema.contentTypes.get(uid) ?? schema.components.get(uid)
  }
}

/** Whether the query has a parameter of this name, and that value where one is given. */
export function hasParameter(pairs: readonly Pair[], ...keys: readonly string[]): boolean {
  return pairs.some((pair) => keys.every((key, at) => pair.keys[at] === key))
}
