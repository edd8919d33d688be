/** The attributes that the parameters of a query lead through. */

import type { Attribute, Model } from '../../schema/schema.ts'
import type { Pair } from '../query-pairs.ts'
import { type Pairing, typeOf } from './pairing.ts'

export interface QueryStep {
  readonly model: Model
  readonly attribute: Attribute
}

export interface FilterUse {
  readonly pair: Pair
  /** The attributes from the root of the filter to the comparison. */
  readonly steps: readonly QueryStep[]
  /** Its operators; empty means `$eq`. */
  readonly operators: readonly string[]
}

/** All comparisons in the root filters. */
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

/** All comparisons in filters inside populate. */
export function populateFilterUses(pairing: Pairing): readonly FilterUse[] {
  const type = typeOf(pairing)
  if (type === null) return []
  return pairing.pairs
    .filter(({ keys }) => keys[0] === 'populate' && keys.includes('filters'))
    .map((pair) => ({
      pair,
      steps: stepsAlong(pair.keys.slice(1), type, pairing),
      operators: pair.keys.filter((key) => key.startsWith('$')),
    }))
}

/** The root sort keys as lists of names: `author.name:desc` becomes `['author', 'name']`. */
export function sortNames(pairs: readonly Pair[]): readonly (readonly string[])[] {
  return pairs.flatMap(({ keys: [root, ...nested], value }) => {
    return root === 'sort' ? sortedBy(nested, value) : []
  })
}

/** `nested`: the keys after `sort`. */
export function sortedBy(nested: readonly string[], value: string | null): readonly (readonly string[])[] {
  const names = nested.filter((key) => key !== '' && !/^\d+$/.test(key))
  if (names.length > 0) return [names]
  return (value ?? '').split(',').map((part) => (part.split(':')[0] ?? '').trim().split('.'))
}

/** For each sort key, also inside populate: the attributes that it leads through. */
export function sortSteps(pairing: Pairing): readonly (readonly QueryStep[])[] {
  const type = typeOf(pairing)
  if (type === null) return []
  return pairing.pairs.flatMap(({ keys, value }) => {
    const at = keys.indexOf('sort')
    if (at === -1 || (at > 0 && keys[0] !== 'populate')) return []
    return sortedBy(keys.slice(at + 1), value).map((names) =>
      stepsAlong([...keys.slice(1, at), ...names], type, pairing),
    )
  })
}

export interface PopulateSort {
  /** The attributes from the root to the sorted list. */
  readonly way: readonly string[]
  readonly names: readonly string[]
}

/**
 * Sort keys inside populate that have `fields` next to them: `populate[author][sort]=name&populate[author][fields]=id`.
 */
export function sortsBesideFields(pairs: readonly Pair[]): readonly PopulateSort[] {
  const startOf = (keys: readonly string[], option: string) => {
    const at = keys.lastIndexOf(option)
    return keys[0] === 'populate' && at > 1 ? keys.slice(0, at) : null
  }
  const withFields = new Set(pairs.map(({ keys }) => startOf(keys, 'fields')?.join('[')))
  return pairs.flatMap(({ keys, value }) => {
    const start = startOf(keys, 'sort')
    if (start === null || !withFields.has(start.join('['))) return []
    // Skips components of a zone: `populate[sections][on][blocks.cta][populate][links]`.
    const way = start.filter((_, at) => at % 2 === 1 && start[at - 1] !== 'on')
    return sortedBy(keys.slice(start.length + 1), value).map((names) => ({ way, names }))
  })
}

export function stepsAlong(keys: readonly string[], start: Model, { schema }: Pairing): readonly QueryStep[] {
  const steps: QueryStep[] = []
  let model: Model | undefined = start
  for (const [at, key] of keys.entries()) {
    if (model === undefined && keys[at - 1] === 'on') model = modelNamed(key)
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

/** Whether the query has this parameter; further keys must match, too. */
export function hasParameter(pairs: readonly Pair[], ...keys: readonly string[]): boolean {
  return pairs.some((pair) => keys.every((key, at) => pair.keys[at] === key))
}
