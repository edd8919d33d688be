/** Models as the builder makes them: any names and values, in the one form that each meaning has. */

import fc from 'fast-check'
import type {
  AllOf,
  Comparison,
  FilterItem,
  Pagination,
  Populate,
  PopulateEntry,
  QueryModel,
  SortKey,
} from '../../explorer/src/model/query-model.ts'
import { PUBLICATION_FILTERS } from '../../src/parse/parsed-query.ts'
import { COMPARISON_OPERATORS, operandOf } from '../../src/vocabulary/operators.ts'

const name = fc.stringMatching(/^[a-z][a-zA-Z_]{0,6}$/)
const value = fc
  .oneof(fc.string(), fc.constantFrom('', 'a,b', 'true', '1', '[x]', 'a&b=c', '%', '+', 'ä 😀', 'null'))
  .filter((text) => !/\p{Surrogate}|\0/u.test(text))

const tests: fc.Arbitrary<Pick<Comparison, 'operator' | 'values'>> = fc
  .constantFrom(...COMPARISON_OPERATORS)
  .chain((operator) => {
    const shape = operandOf(operator)
    const values: fc.Arbitrary<readonly string[]> =
      shape === 'flag'
        ? fc.constantFrom(['true'], ['false'])
        : fc.array(value, shape === 'list' ? { minLength: 1, maxLength: 4 } : pairOrOne(shape === 'pair'))
    return values.map((some) => ({ operator, values: some }))
  })

function pairOrOne(isPair: boolean) {
  return isPair ? { minLength: 2, maxLength: 2 } : { minLength: 1, maxLength: 1 }
}

function allOf(depth: number, inside: boolean, minLength: number): fc.Arbitrary<AllOf> {
  return fc.array(item(depth, inside), { minLength, maxLength: 3 })
}

/** `inside`: within an `at`, where a comparison may be of what that one speaks of. */
function item(depth: number, inside: boolean): fc.Arbitrary<FilterItem> {
  const named = fc.tuple(name, tests).map(([name, test]): FilterItem => ({ kind: 'compare', name, ...test }))
  const own = tests.map((test): FilterItem => ({ kind: 'compare', name: null, ...test }))
  const leaves = inside ? [named, own] : [named]
  if (depth === 0) return fc.oneof(...leaves)
  return fc.oneof(
    ...leaves,
    fc
      .tuple(name, allOf(depth - 1, true, 1))
      .filter(([, items]) => items.length > 1 || items[0]?.kind !== 'compare' || items[0].name !== null)
      .map(([name, items]): FilterItem => ({ kind: 'at', name, items })),
    fc
      .array(allOf(depth - 1, inside, 1), { minLength: 1, maxLength: 3 })
      .map((items): FilterItem => ({ kind: 'any', items })),
    allOf(depth - 1, inside, 1).map((items): FilterItem => ({ kind: 'not', items })),
  )
}

const sort: fc.Arbitrary<readonly SortKey[]> = fc.array(
  fc.record({
    path: fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('.')),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { maxLength: 3 },
)
const fields = fc.option(fc.uniqueArray(name, { maxLength: 3 }))

function entries(depth: number, names: fc.Arbitrary<string>): fc.Arbitrary<readonly PopulateEntry[]> {
  return fc.uniqueArray(entry(depth, names), { minLength: 1, maxLength: 3, selector: (one) => one.name })
}

function entry(depth: number, names: fc.Arbitrary<string>): fc.Arbitrary<PopulateEntry> {
  const uid = fc.tuple(name, name).map((parts) => parts.join('.'))
  return fc.record({
    name: names,
    fields,
    filters: allOf(1, false, 0),
    sort,
    populate: populate(depth - 1),
    count: fc.boolean(),
    on: depth <= 0 ? fc.constant(null) : fc.option(entries(depth - 1, uid)),
    asWritten: fc.constantFrom([], [{ key: 'limit', value: '3' }]),
  })
}

function populate(depth: number): fc.Arbitrary<Populate> {
  const plain = fc.constantFrom<Populate>({ kind: 'none' }, { kind: 'all' })
  if (depth < 0) return plain
  const asWritten = fc.constantFrom([], [{ key: 'left', value: 'false' }])
  return fc.oneof(plain, fc.record({ kind: fc.constant('some' as const), entries: entries(depth, name), asWritten }))
}

const number = fc.oneof(fc.nat().map(String), fc.constantFrom('x', '-1'))
const pagination: fc.Arbitrary<Pagination> = fc
  .record({
    style: fc.constantFrom('page' as const, 'offset' as const),
    from: fc.oneof(fc.constant(''), number),
    size: fc.oneof(fc.constant(''), number),
    withCount: fc.constantFrom('' as const, 'true' as const, 'false' as const),
  })
  .map((page) => (page.from === '' && page.size === '' ? { ...page, style: 'page' as const } : page))

export const anyModel: fc.Arbitrary<QueryModel> = fc.record({
  search: value,
  fields,
  filters: allOf(3, false, 0),
  sort,
  pagination,
  locales: fc.oneof(fc.constantFrom([], ['*'], ['en']), fc.uniqueArray(name, { minLength: 2, maxLength: 3 })),
  status: fc.constantFrom('' as const, 'draft' as const, 'published' as const),
  publication: fc.constantFrom('', ...PUBLICATION_FILTERS),
  populate: populate(2),
  asWritten: fc.constantFrom([], [{ key: 'x', value: { y: ['1', null] } }]),
})
