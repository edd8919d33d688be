/** The builder's filters → the object that the URL writes in brackets. */

import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'
import { COUNT, COUNTED } from '../../../src/vocabulary/quantifiers.ts'
import { HAS, shapeOf } from './filter-operators.ts'
import type { AllOf, At, Comparison, Counted, Each, FilterItem } from './query-model.ts'

type Written = readonly (readonly [string, RawValue])[]

/** Null when there is nothing to write. */
export function writeFilters(items: AllOf): RawObject | null {
  const written = joinPaths(items.flatMap(writeItem))
  if (written.length === 0) return null
  const keys = new Set(written.map(([key]) => key))
  if (keys.size === written.length) return Object.fromEntries(written)
  // An object has each key once: conditions with the same key go into a list. Conditions on the locale have an
  // effect on the whole request where they stand outside.
  const outside = written.find(([key]) => key === 'locale')
  const listed = written.filter((one) => one !== outside)
  return {
    ...(outside === undefined ? {} : Object.fromEntries([outside])),
    $and: listed.map(([key, value]) => ({ [key]: value })),
  }
}

/** Empty for an incomplete item. */
function writeItem(item: FilterItem): Written {
  switch (item.kind) {
    case 'compare':
      return writeComparison(item)
    case 'at':
      return under(item.name, writeAt(item))
    case 'not':
      return under('$not', writeFilters(item.items))
    case 'any': {
      const members = item.items.flatMap((member) => writeFilters(member) ?? [])
      return members.length === 0 ? [] : [['$or', members]]
    }
    case 'quantified':
      return under(item.quantifier, writeFilters(item.items))
    case 'each':
      return under('$all', writeEach(item))
    case 'counted':
      return under(COUNT, writeCount(item))
    case 'inside': {
      const inside = writeFilters(item.items)
      return item.path === '' || inside === null ? [] : [[PATH, { [item.path]: inside }]]
    }
    case 'asWritten':
      return [[item.key, item.value]]
  }
}

const PATH = '$path'

/** Paths in one document stand side by side: `[$path][a]=1&[$path][b]=2`. */
function joinPaths(written: Written): Written {
  const joined: (readonly [string, RawValue])[] = []
  for (const [key, value] of written) {
    const [lastKey, last] = joined.at(-1) ?? []
    const isJoined = key === PATH && lastKey === PATH && !sharesKey(last as RawObject, value as RawObject)
    if (isJoined) joined.splice(-1, 1, [PATH, { ...(last as RawObject), ...(value as RawObject) }])
    else joined.push([key, value])
  }
  return joined
}

function sharesKey(a: RawObject, b: RawObject): boolean {
  return Object.keys(a).some((key) => Object.hasOwn(b, key))
}

function under(key: string, value: RawValue | null): Written {
  return value === null ? [] : [[key, value]]
}

/** `[on][blocks.quote]=true` says that a zone has such a component. */
function writeAt({ name, items }: At): RawObject | null {
  const written = writeFilters(items)
  if (name !== 'on' || written === null) return written
  const isOne = (value: RawValue) => JSON.stringify(value) === '{"$eq":"true"}'
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, isOne(value) ? 'true' : value]))
}

function writeEach({ path, values }: Each): RawValue | null {
  if (values.length === 0) return null
  const names = path === '' ? [] : path.split('.')
  return names.reduceRight<RawValue>((inner, name) => ({ [name]: inner }), values)
}

function writeCount({ items, of }: Counted): RawObject | null {
  const comparisons = writeFilters(items)
  const counted = of === null ? null : writeFilters(of)
  return comparisons === null ? null : { ...(counted === null ? {} : { [COUNTED]: counted }), ...comparisons }
}

function writeComparison({ name, operator, values }: Comparison): Written {
  const [first] = values
  const shape = shapeOf(operator)
  if (first === undefined || (shape === 'pair' && values.length < 2)) return []
  const isOne = shape === 'value' || shape === 'flag' || (operator === HAS && values.length === 1)
  const value: RawValue = isOne ? first : values
  return [name === null ? [operator, value] : [name, { [operator]: value }]]
}
