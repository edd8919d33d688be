import fc from 'fast-check'
import type { Extension } from '../../src/vocabulary/extensions.ts'
import { emptiness, itemModels, itemsOn } from './generate-items.ts'
import { type Column, columnsOf, textOperand, typedOperand } from './generate-operands.ts'
import { quantifiedOn } from './generate-quantified.ts'
import type { Tables } from './load.ts'
import { type Link, type Model, modelOf } from './models.ts'
import type { Json } from './values.ts'

export type Filters = fc.Arbitrary<{ readonly [key: string]: Json }>

const ORDER = ['$lt', '$lte', '$gt', '$gte']
export const TEXT_OPERATORS: readonly string[] = [
  '$eqi',
  '$nei',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
]
const FLAGS = ['true', 'false', '1', '0', 't', 'f']

const oneOrSeveral = (operand: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof({ weight: 8, arbitrary: operand }, fc.array(operand, { minLength: 1, maxLength: 3 }), fc.constant(null))

const listWithRareNull = (operand: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.array(fc.oneof({ weight: 15, arbitrary: operand }, fc.constant(null)), { minLength: 1, maxLength: 4 })

export const keyed = (names: readonly string[], operand: fc.Arbitrary<Json>): Filters =>
  fc.tuple(fc.constantFrom(...names), operand).map(([name, value]) => ({ [name]: value }))

const simpleCondition = (column: Column): Filters => {
  const typed = typedOperand(column)
  // JSON documents have no agreed order, so nothing asks for one.
  const compared = column.kind === 'json' ? ['$eq', '$ne'] : ['$eq', '$ne', ...ORDER]
  const between = column.kind === 'json' ? [] : [keyed(['$between'], fc.tuple(typed, typed))]
  return fc.oneof(
    { weight: 5, arbitrary: keyed(compared, oneOrSeveral(typed)) },
    { weight: 6, arbitrary: keyed(TEXT_OPERATORS, oneOrSeveral(textOperand(column))) },
    { weight: 2, arbitrary: keyed(['$in', '$notIn'], fc.oneof(typed, listWithRareNull(typed))) },
    ...between.map((arbitrary) => ({ weight: 2, arbitrary })),
    { weight: 1, arbitrary: keyed(['$null', '$notNull'], fc.constantFrom(...FLAGS)) },
  )
}

/** Everything that may follow an attribute's name. */
const conditionOn = (column: Column): fc.Arbitrary<Json> => {
  const simple = simpleCondition(column)
  const typed = typedOperand(column)
  const several = fc.array(simple, { minLength: 1, maxLength: 3 })
  const both = fc.tuple(simple, simple).map(([left, right]) => ({ ...left, ...right }))
  return fc.oneof(
    { weight: 10, arbitrary: simple },
    { weight: 2, arbitrary: both },
    { weight: 2, arbitrary: oneOrSeveral(typed) },
    { weight: 2, arbitrary: keyed(['$not'], fc.oneof(simple, both, typed)) },
    { weight: 1, arbitrary: keyed(['$not'], fc.array(typed, { minLength: 1, maxLength: 2 })) },
    { weight: 1, arbitrary: keyed(['$and', '$or'], several) },
  )
}

const FILTERABLE = ['relation', 'component', 'media', 'localizations']

/** Random filters for a model; `depth` bounds the groups, `hops` the relations in a row. */
export type FilterSource = (model: Model, depth: number, hops: number) => Filters

export const filterSource = (tables: Tables, extensions: readonly Extension[] = []): FilterSource => {
  const made = new Map<string, Filters>()
  const columns = new Map<string, readonly Column[]>()

  const columnsFor = (model: Model): readonly Column[] => {
    const known = columns.get(model.uid) ?? columnsOf(tables, model)
    columns.set(model.uid, known)
    return known
  }

  const onColumn = (model: Model): Filters =>
    fc.oneof(...columnsFor(model).map((column) => keyed([column.name], conditionOn(column))))

  const onLinks = (model: Model, depth: number, hops: number): Filters[] =>
    Object.entries(model.links).flatMap(([name, link]) => {
      if (extensions.includes('zones') && !('target' in link)) return onItems(model, name, link, hops)
      if (!('target' in link) || !FILTERABLE.includes(link.kind)) return []
      const target = modelOf(link.target)
      const id = columnsFor(target).find((column) => column.name === 'id')
      if (id === undefined) return []
      const inner: fc.Arbitrary<Json> = fc.oneof(
        { weight: 8, arbitrary: source(target, Math.min(depth, 1), hops - 1) },
        { weight: 1, arbitrary: simpleCondition(id) },
        { weight: 1, arbitrary: oneOrSeveral(typedOperand(id)) },
      )
      if (!extensions.includes('quantifiers')) return [keyed([name], inner)]
      const quantified = quantifiedOn(inner, link.many, columnsFor(target))
      return [keyed([name], fc.oneof(inner, { weight: 3, arbitrary: quantified }))]
    })

  const onItems = (model: Model, name: string, link: Exclude<Link, { target: string }>, hops: number): Filters[] => {
    const uids = itemModels(tables, model, name)
    if (uids.length === 0) return []
    const tag = link.kind === 'zone' ? '__component' : '__type'
    const inner = itemsOn(uids, tag, (uid) => source(modelOf(uid), 0, hops - 1))
    const plain = fc.oneof({ weight: 6, arbitrary: inner }, emptiness)
    if (!extensions.includes('quantifiers')) return [keyed([name], plain)]
    const quantified = quantifiedOn(inner, link.kind === 'zone' || link.many, [])
    return [keyed([name], fc.oneof(plain, quantified))]
  }

  const grouped = (model: Model, depth: number, hops: number): Filters => {
    const inner = source(model, depth - 1, hops)
    return fc.oneof(
      { weight: 2, arbitrary: keyed(['$and', '$or'], fc.array(inner, { minLength: 1, maxLength: 3 })) },
      { weight: 1, arbitrary: keyed(['$not'], fc.oneof(inner, fc.array(inner, { minLength: 1, maxLength: 2 }))) },
      { weight: 1, arbitrary: fc.tuple(inner, inner).map(([left, right]) => ({ ...left, ...right })) },
    )
  }

  const make: FilterSource = (model, depth, hops) => {
    const links = hops > 0 ? onLinks(model, depth, hops) : []
    return fc.oneof(
      { weight: 4, arbitrary: onColumn(model) },
      ...(links.length > 0 ? [{ weight: 4, arbitrary: fc.oneof(...links) }] : []),
      ...(depth > 0 ? [{ weight: 4, arbitrary: grouped(model, depth, hops) }] : []),
    )
  }

  const source: FilterSource = (model, depth, hops) => {
    const key = `${model.uid} ${depth} ${hops}`
    const known = made.get(key) ?? make(model, depth, hops)
    made.set(key, known)
    return known
  }

  return source
}
