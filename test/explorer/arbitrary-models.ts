/** Models as the builder makes them: any names and values, in a canonical form. */

import fc from 'fast-check'
import { HAS, shapeOf } from '../../explorer/src/model/filter-operators.ts'
import {
  type AllOf,
  type Comparison,
  type FilterItem,
  NO_PAGINATION,
  type Pagination,
  type Populate,
  type PopulateEntry,
  type QueryModel,
  SHOWN_MATCHES,
  type SortKey,
  sortKey,
} from '../../explorer/src/model/query-model.ts'
import { PUBLICATION_FILTERS } from '../../src/parse/parsed-query.ts'
import { COMPARISON_OPERATORS } from '../../src/vocabulary/operators.ts'

const name = fc.stringMatching(/^[a-z][a-zA-Z_]{0,6}$/)
const value = fc
  .oneof(fc.string(), fc.constantFrom('', 'a,b', 'true', '1', '[x]', 'a&b=c', '%', '+', 'ä 😀', 'null'))
  .filter((text) => !/\p{Surrogate}|\0/u.test(text))

const tests: fc.Arbitrary<Pick<Comparison, 'operator' | 'values'>> = fc
  .constantFrom(...COMPARISON_OPERATORS, HAS)
  .chain((operator) => {
    const shape = shapeOf(operator)
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
  const leaves = inside ? [named, own, each] : [named]
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
    ...(inside ? [quantified(depth - 1), counted(depth - 1), insideJson(depth - 1)] : []),
  )
}

const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('.'))
const values = fc.array(value, { minLength: 1, maxLength: 3 })
const each = fc.tuple(fc.oneof(path, fc.constant('')), values).map(([path, values]): FilterItem => {
  return { kind: 'each', path, values }
})

function quantified(depth: number): fc.Arbitrary<FilterItem> {
  return fc.record({
    kind: fc.constant('quantified' as const),
    quantifier: fc.constantFrom('$some' as const, '$every' as const, '$none' as const),
    items: allOf(depth, true, 1),
  })
}

function counted(depth: number): fc.Arbitrary<FilterItem> {
  const of: fc.Arbitrary<AllOf | null> = fc.option(allOf(depth, true, 1))
  return fc.record({
    kind: fc.constant('counted' as const),
    items: fc.array(
      tests.map((test): FilterItem => ({ kind: 'compare', name: null, ...test })),
      { minLength: 1, maxLength: 2 },
    ),
    of,
  })
}

function insideJson(depth: number): fc.Arbitrary<FilterItem> {
  return fc.record({ kind: fc.constant('inside' as const), path, items: allOf(depth, true, 1) })
}

const sort: fc.Arbitrary<readonly SortKey[]> = fc.array(
  fc.oneof(
    fc
      .record({
        path: fc.oneof(
          path,
          name.map((link) => `${link}.$count`),
        ),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
        fold: fc.boolean(),
        nulls: fc.constantFrom('' as const, 'first' as const, 'last' as const),
      })
      .map(({ path, ...order }) => sortKey(path, order)),
    fc.stringMatching(/^[\w-]{1,8}$/).map((seed) => sortKey('$random', { seed })),
  ),
  { maxLength: 3 },
)
const fields = fc.option(
  fc.oneof(fc.uniqueArray(name, { maxLength: 3 }), fc.uniqueArray(name.map(leftOut), { minLength: 1, maxLength: 3 })),
)

function leftOut(name: string): string {
  return `-${name}`
}

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
    pagination: numbered,
    on: depth <= 0 ? fc.constant(null) : fc.option(entries(depth - 1, uid)),
    asWritten: fc.constantFrom([], [{ key: 'limit', value: '3' }]),
  })
}

function populate(depth: number): fc.Arbitrary<Populate> {
  const all = fc.uniqueArray(name, { maxLength: 2 }).map((except): Populate => ({ kind: 'all', except }))
  const plain = fc.oneof(fc.constant<Populate>({ kind: 'none' }), all, deep(fc.constant([])))
  if (depth < 0) return plain
  const asWritten = fc.constantFrom([], [{ key: 'left', value: 'false' }])
  const some = fc.record({ kind: fc.constant('some' as const), entries: entries(depth, name), asWritten })
  return fc.oneof(plain, some, deep(entries(depth, name)))
}

function deep(beside: fc.Arbitrary<readonly PopulateEntry[]>): fc.Arbitrary<Populate> {
  return fc.record({
    kind: fc.constant('deep' as const),
    levels: fc.constantFrom('', '1', '3'),
    limit: fc.constantFrom('', '5'),
    off: fc.uniqueArray(
      name.map((one) => `off${one}`),
      { maxLength: 2 },
    ),
    except: fc.uniqueArray(path, { maxLength: 2 }),
    entries: beside,
    asWritten: fc.constantFrom([], [{ key: 'odd', value: '*' }]),
  })
}

const number = fc.oneof(fc.nat().map(String), fc.constantFrom('x', '-1'))
const size = fc.oneof(fc.constant(''), number)
const numbered: fc.Arbitrary<Pagination> = fc
  .record({
    style: fc.constantFrom('page' as const, 'offset' as const),
    from: size,
    size,
    withCount: fc.constantFrom('' as const, 'true' as const, 'false' as const),
  })
  .map((page) => ({
    ...NO_PAGINATION,
    ...page,
    style: page.from === '' && page.size === '' ? ('page' as const) : page.style,
  }))
const byCursor: fc.Arbitrary<Pagination> = fc
  .record({ side: fc.constantFrom('after' as const, 'before' as const), from: fc.constantFrom('', 'WzEs'), size })
  .map((page) => ({ ...NO_PAGINATION, ...page, style: 'cursor' as const }))
const groupKey = fc.oneof(
  path,
  path.map((one) => `${one}:month`),
)
const facets = fc.record({
  by: fc.uniqueArray(groupKey, { maxLength: 2 }),
  byOthers: fc.uniqueArray(groupKey, { maxLength: 2 }),
})
const pagination: fc.Arbitrary<Pagination> = fc
  .tuple(fc.oneof(numbered, byCursor), facets, fc.boolean())
  .map(([page, counted, isCapped]) => ({ ...page, ...counted, ...(isCapped ? { withCount: 'capped' as const } : {}) }))

const locale: fc.Arbitrary<Pick<QueryModel, 'locales' | 'fallsBack'>> = fc.oneof(
  fc.constantFrom([], ['*'], ['en']).map((locales) => ({ locales, fallsBack: false })),
  fc.uniqueArray(name, { minLength: 2, maxLength: 3 }).map((locales) => ({ locales, fallsBack: false })),
  fc.uniqueArray(name, { minLength: 1, maxLength: 3 }).map((locales) => ({ locales, fallsBack: true })),
)

const parts = fc.record({
  search: value,
  fullText: fc.option(
    fc.record({
      in: fc.uniqueArray(name, { maxLength: 2 }),
      prefix: fc.boolean(),
      show: fc.subarray([...SHOWN_MATCHES]),
    }),
  ),
  fields,
  filters: allOf(2, false, 0),
  sort,
  pagination,
  status: fc.constantFrom('' as const, 'draft' as const, 'published' as const),
  publication: fc.constantFrom('', ...PUBLICATION_FILTERS),
  populate: populate(1),
  asWritten: fc.constantFrom([], [{ key: 'x', value: { y: ['1', null] } }]),
})

export const anyModel: fc.Arbitrary<QueryModel> = fc
  .tuple(parts, locale)
  // Words to search for are what full-text search begins with.
  .map(([some, version]) => ({ ...some, ...version, fullText: some.search === '' ? null : some.fullText }))
