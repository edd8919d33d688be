/** The builder's populate → what the URL writes: names in a list where that says it all, otherwise an object. */

import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'
import type { Populate, PopulateEntry, SortKey } from './query-model.ts'
import { writeFilters } from './write-filters.ts'

/** Null when there is nothing to write. */
export function writePopulate(populate: Populate): RawValue | null {
  if (populate.kind === 'none') return null
  if (populate.kind === 'all') return '*'
  const { entries, asWritten } = populate
  if (entries.length === 0 && asWritten.length === 0) return null
  const options = entries.map(writeEntry)
  if (asWritten.length === 0 && options.every((value) => value === 'true')) return entries.map(({ name }) => name)
  return Object.fromEntries([
    ...entries.map(({ name }, index): [string, RawValue] => [name, options[index] ?? 'true']),
    ...asWritten.map(({ key, value }): [string, RawValue] => [key, value]),
  ])
}

function writeEntry(entry: PopulateEntry): RawValue {
  const options = writeOptions(entry)
  return Object.keys(options).length === 0 ? 'true' : options
}

function writeOptions(entry: PopulateEntry): RawObject {
  const populate = writePopulate(entry.populate)
  const filters = writeFilters(entry.filters)
  const { on } = entry
  return {
    ...(entry.fields === null ? {} : { fields: writeFields(entry.fields) }),
    ...(filters === null ? {} : { filters }),
    ...(entry.sort.length === 0 ? {} : { sort: writeSort(entry.sort) }),
    ...(populate === null ? {} : { populate }),
    ...(entry.count ? { count: 'true' } : {}),
    ...(on === null || on.length === 0 ? {} : { on: Object.fromEntries(on.map((one) => [one.name, writeEntry(one)])) }),
    ...Object.fromEntries(entry.asWritten.map(({ key, value }) => [key, value])),
  }
}

/** A list with nothing in it asks for the identifiers alone. */
export function writeFields(fields: readonly string[]): RawValue {
  return fields.length === 0 ? [null] : fields
}

export function writeSort(sort: readonly SortKey[]): RawValue {
  return sort.map(({ path, direction }) => (direction === 'asc' ? path : `${path}:desc`))
}
