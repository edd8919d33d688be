/** The builder's filters → the object that the URL writes in brackets. */

import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'
import { takes } from '../../../src/vocabulary/operators.ts'
import type { AllOf, Comparison, FilterItem } from './query-model.ts'

/** Null when there is nothing to write. */
export function writeFilters(items: AllOf): RawObject | null {
  const written = items.flatMap(writeItem)
  if (written.length === 0) return null
  const keys = new Set(written.map(([key]) => key))
  if (keys.size === written.length) return Object.fromEntries(written)
  // One object has each key once: what would meet under one key stands in a list. Conditions on the locale have an
  // effect on the whole request where they stand outside.
  const outside = written.find(([key]) => key === 'locale')
  const listed = written.filter((one) => one !== outside)
  return {
    ...(outside === undefined ? {} : Object.fromEntries([outside])),
    $and: listed.map(([key, value]) => ({ [key]: value })),
  }
}

/** None for what is not filled in yet. */
function writeItem(item: FilterItem): readonly (readonly [string, RawValue])[] {
  switch (item.kind) {
    case 'compare':
      return writeComparison(item)
    case 'at':
      return under(item.name, writeFilters(item.items))
    case 'not':
      return under('$not', writeFilters(item.items))
    case 'any': {
      const members = item.items.flatMap((member) => writeFilters(member) ?? [])
      return members.length === 0 ? [] : [['$or', members]]
    }
    case 'asWritten':
      return [[item.key, item.value]]
  }
}

function under(key: string, value: RawValue | null): readonly (readonly [string, RawValue])[] {
  return value === null ? [] : [[key, value]]
}

function writeComparison({ name, operator, values }: Comparison): readonly (readonly [string, RawValue])[] {
  const [first] = values
  const isPair = takes(operator, 'pair')
  if (first === undefined || (isPair && values.length < 2)) return []
  const value: RawValue = isPair || takes(operator, 'list') ? values : first
  return [name === null ? [operator, value] : [name, { [operator]: value }]]
}
