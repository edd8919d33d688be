/** ParsedSort → SortKey: a path through links that ends at a scalar. */

import { targetOf, visibleAttribute, visibleNames } from '../access/visible-schema.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { parseOrder } from '../parse/parse-order.ts'
import { RANDOM } from '../parse/parse-sort.ts'
import type { ParsedSort } from '../parse/parsed-query.ts'
import type { Model, ScalarAttribute } from '../schema/schema.ts'
import { extensionHint } from '../vocabulary/extensions.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import type { CheckContext } from './check-filter.ts'
import type { SortKey, SortStep } from './query.ts'

export function checkSort(sort: readonly ParsedSort[], model: Model, context: CheckContext): readonly SortKey[] {
  return sort.map((written, index) => {
    // An attribute of this name keeps its meaning.
    const isAttribute = written.seed !== null && visibleAttribute(context.view, model, RANDOM) !== undefined
    if (written.seed !== null && !isAttribute) return checkRandom(written.seed, index, context)
    const order = isAttribute ? parseOrder(written.seed ?? '', context.extensions) : {}
    return checkKey({ ...written, ...order }, model, context)
  })
}

function checkKey(key: ParsedSort, root: Model, context: CheckContext): SortKey {
  const through: SortStep[] = []
  let model = root
  for (const [index, name] of key.path.entries()) {
    const parent = index === 0 ? null : key.path.slice(0, index).join('.')
    const attribute = visibleAttribute(context.view, model, name)
    const { param } = context
    if (attribute === undefined) {
      const hint = key.path.length === 1 && name === RANDOM ? extensionHint('sorting', context.extensions) : undefined
      const candidates = visibleNames(context.view, model)
      throw invalidKey({ key: name, path: parent, param, candidates, ...(hint === undefined ? {} : { hint }) })
    }
    const path = key.path.slice(0, index + 1).join('.')
    const next = key.path[index + 1]
    if (attribute.kind === 'scalar') {
      if (next !== undefined) throw invalidKey({ key: next, path, param })
      const { direction, nulls } = key
      if (key.fold) refuseFolding(attribute, path, param)
      return { through, value: { kind: key.fold ? 'folded' : 'field', attribute }, direction, nulls }
    }
    if (attribute.kind === 'dynamiczone' || attribute.kind === 'morphTo') throw invalidKey({ key: name, path, param })
    if (next === undefined) throw invalidKey({ key: key.order ?? name, path, param })
    model = targetOf(context.view, attribute)
    through.push({ attribute, target: model })
  }
  throw new Error('a sort key without a name')
}

const SEED = /^[A-Za-z0-9_-]{1,64}$/

/** An order by chance leaves nothing for keys before it to decide but ties. */
function checkRandom(seed: string, index: number, { param }: CheckContext): SortKey {
  const refuse = (message: string) =>
    new ApiError('ORDER_INVALID', { message, details: { source: 'query', param, path: RANDOM } })
  if (!SEED.test(seed)) {
    throw refuse(`Invalid seed at ${RANDOM}. Expected 1 to 64 letters, digits, - and _: sort=${RANDOM}:monday`)
  }
  if (index > 0) throw refuse(`Invalid order: ${RANDOM} must be the first key`)
  return { through: [], value: { kind: 'random', seed }, direction: 'asc', nulls: null }
}

function refuseFolding({ type }: ScalarAttribute, path: string, param: string): void {
  if (valueKind(type) === 'text' || valueKind(type) === 'choice') return
  throw new ApiError('ORDER_INVALID', {
    message: `Invalid order at ${path}: only texts have upper and lower case. Leave .ci out`,
    details: { source: 'query', param, path },
  })
}
