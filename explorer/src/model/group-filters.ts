/** Filters that find the entries of a group, or of a value beside a page. */

import type { FilterItem } from './query-model.ts'

/** Null if a key is part of a date, which stands for many dates. */
export function entryFilters(values: readonly unknown[], by: readonly string[]): readonly FilterItem[] | null {
  const filters = by.map((key, index) => valueFilter(key, values[index]))
  return filters.every((filter) => filter !== null) ? filters : null
}

export function valueFilter(key: string, value: unknown): FilterItem | null {
  if (key.includes(':') || value === undefined) return null
  const names = key.split('.')
  const last = names.at(-1) ?? key
  const compared: FilterItem =
    value === null
      ? { kind: 'compare', name: last, operator: '$null', values: ['true'] }
      : { kind: 'compare', name: last, operator: '$eq', values: [String(value)] }
  return names.slice(0, -1).reduceRight<FilterItem>((item, name) => ({ kind: 'at', name, items: [item] }), compared)
}
