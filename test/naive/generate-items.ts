import fc from 'fast-check'
import type { Filters } from './generate-filter.ts'
import type { Tables } from './load.ts'
import type { Model } from './models.ts'
import type { Json } from './values.ts'

type Operand = fc.Arbitrary<Json>

/** The models that an attribute of several leads to, in the data. */
export const itemModels = (tables: Tables, { uid }: Model, name: string): readonly string[] => {
  const rows = [...(tables.get(uid)?.values() ?? [])].flatMap((row) => row.linked[name] ?? [])
  return [...new Set(rows.map((row) => row.model.uid))].sort()
}

/** That there are no items, or some. */
export const emptiness: Operand = fc.constantFrom('true', 'false').map(($null) => ({ $null }))

/** Conditions on such an attribute, also inside a quantifier; `source`: filters on items of one model. */
export const itemsOn = (uids: readonly string[], tag: string, source: (uid: string) => Filters): Operand => {
  const arm = fc
    .constantFrom(...uids)
    .chain((uid) =>
      fc.tuple(fc.constant(uid), fc.oneof({ weight: 3, arbitrary: source(uid) as Operand }, fc.constant('true'))),
    )
  const on = fc.array(arm, { minLength: 1, maxLength: 2 }).map((arms) => ({ on: Object.fromEntries(arms) }))
  const uid = fc.constantFrom(...uids)
  const tagged = fc.oneof(
    uid.map((value) => ({ [tag]: value })),
    fc.tuple(fc.constantFrom('$eq', '$ne'), uid).map(([operator, value]) => ({ [tag]: { [operator]: value } })),
    fc
      .tuple(fc.constantFrom('$in', '$notIn'), fc.array(uid, { minLength: 1, maxLength: 2 }))
      .map(([operator, values]) => ({ [tag]: { [operator]: values } })),
  )
  const item: Operand = fc.oneof({ weight: 4, arbitrary: on }, { weight: 2, arbitrary: tagged })
  return fc.oneof(
    { weight: 6, arbitrary: item },
    { weight: 1, arbitrary: item.map(($not) => ({ $not })) },
    { weight: 1, arbitrary: fc.tuple(item, item).map(($or) => ({ $or })) },
    { weight: 1, arbitrary: fc.tuple(on, tagged).map(([left, right]) => ({ ...left, ...right })) },
  )
}
