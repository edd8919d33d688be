/** ParsedAggregate → Aggregate. Names are resolved as in filters. */

import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedAggregate, ParsedMeasure } from '../parse/parsed-aggregate.ts'
import type { ParsedSort } from '../parse/parsed-query.ts'
import type { Model } from '../schema/schema.ts'
import { keysOf } from '../vocabulary/keys-of.ts'
import { fitsMeasure, MEASURE_NAMES, type MEASURES } from '../vocabulary/measures.ts'
import { SCALARS, valueKind } from '../vocabulary/scalar-types.ts'
import type { Aggregate, GroupOrder, GroupValue, MeasuredPath } from './aggregate.ts'
import type { CheckContext } from './check-filter.ts'
import { checkGroupKeys, isToMany, refused, refuseRepeated } from './check-group-key.ts'
import { checkHaving } from './check-having.ts'
import { checkPath } from './check-path.ts'
import { withOrder } from './check-sort.ts'

export function checkAggregate(
  parsed: ParsedAggregate,
  model: Model,
  contextOf: (param: string) => CheckContext,
): Aggregate {
  const by = checkGroupKeys(parsed.by, model, contextOf('by'))
  const measures = parsed.measures.map((measure) => checkMeasure(measure, model, contextOf(measure.measure)))
  for (const name of MEASURE_NAMES) {
    const alike = measures.filter(({ measure }) => measure === name)
    refuseRepeated(alike, name)
  }
  const values = groupValues({ by, measures })
  return {
    by,
    measures,
    count: parsed.count,
    having: parsed.having === null ? null : checkHaving(parsed.having, measures),
    sort: withOrder(parsed.sort, (key) => checkOrder(key, values)),
  }
}

function checkMeasure({ measure, path }: ParsedMeasure, model: Model, context: CheckContext): MeasuredPath {
  const found = checkPath(path, model, context)
  const name = path.join('.')
  if (isToMany(found)) {
    const hint = 'Request the related content type instead: there, each entry counts once'
    throw refused(name, measure, 'it leads through a list', hint)
  }
  const { type } = found.attribute
  if (!fitsMeasure(measure, valueKind(type))) {
    throw refused(name, measure, `it is of type ${type}`, `These types have it: ${typesWith(measure).join(', ')}`)
  }
  return { ...found, measure, name }
}

function typesWith(measure: keyof typeof MEASURES): readonly string[] {
  const types = keysOf(SCALARS)
  return types.filter((type) => type !== 'id' && type !== 'password' && fitsMeasure(measure, valueKind(type)))
}

/**
 * Values by their names in `sort`. Keys come last and replace others of the same name: an attribute may be called
 * `count`.
 */
function groupValues({ by, measures }: Pick<Aggregate, 'by' | 'measures'>): ReadonlyMap<string, GroupValue> {
  return new Map<string, GroupValue>([
    ['count', { kind: 'count' }],
    ...measures.map(({ measure, name }, index) => [`${measure}.${name}`, { kind: 'measure', index }] as const),
    ...by.map(({ name }, index) => [name, { kind: 'key', index }] as const),
  ])
}

function checkOrder({ path, direction }: ParsedSort, values: ReadonlyMap<string, GroupValue>): GroupOrder {
  const name = path.join('.')
  const value = values.get(name)
  if (value !== undefined) return { value, direction }
  const hint = `Groups can be sorted by: ${[...values.keys()].join(', ')}`
  throw invalidKey({ key: name, path: null, param: 'sort', hint })
}
