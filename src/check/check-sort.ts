/** ParsedSort → SortKey: a path through links that ends at a scalar. */

import { targetOf, visibleAttribute, visibleNames } from '../access/visible-schema.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedSort } from '../parse/parsed-query.ts'
import type { Model } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import type { SortKey, SortStep } from './query.ts'

export function checkSort(sort: readonly ParsedSort[], model: Model, context: CheckContext): readonly SortKey[] {
  return sort.map((key) => checkKey(key, model, context))
}

function checkKey(key: ParsedSort, root: Model, context: CheckContext): SortKey {
  const through: SortStep[] = []
  let model = root
  for (const [index, name] of key.path.entries()) {
    const parent = index === 0 ? null : key.path.slice(0, index).join('.')
    const attribute = visibleAttribute(context.view, model, name)
    const { param } = context
    if (attribute === undefined) {
      throw invalidKey({ key: name, path: parent, param, candidates: visibleNames(context.view, model) })
    }
    const path = key.path.slice(0, index + 1).join('.')
    const next = key.path[index + 1]
    if (attribute.kind === 'scalar') {
      if (next !== undefined) throw invalidKey({ key: next, path, param })
      return { through, value: { kind: 'field', attribute }, direction: key.direction }
    }
    if (attribute.kind === 'dynamiczone' || attribute.kind === 'morphTo') throw invalidKey({ key: name, path, param })
    if (next === undefined) throw invalidKey({ key: key.order ?? name, path, param })
    model = targetOf(context.view, attribute)
    through.push({ attribute, target: model })
  }
  throw new Error('a sort key without a name')
}
