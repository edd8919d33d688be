/** The builder's populate → what the URL writes: names in a list where that says it all, otherwise an object. */

import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'
import type { AsWrittenPart, DeepPopulate, Populate, PopulateEntry, SortKey } from './query-model.ts'
import { writeFilters } from './write-filters.ts'
import { writePagination } from './write-pagination.ts'

/** Null when there is nothing to write. */
export function writePopulate(populate: Populate): RawValue | null {
  switch (populate.kind) {
    case 'none':
      return null
    case 'all':
      return populate.except.length === 0 ? '*' : ['*', ...populate.except.map(leftOut)]
    case 'deep':
      return writeDeep(populate)
    case 'some': {
      const { entries, asWritten } = populate
      if (entries.length === 0 && asWritten.length === 0) return null
      const isPlain = asWritten.length === 0 && entries.every((entry) => writeEntry(entry) === 'true')
      return isPlain ? entries.map(({ name }) => name) : Object.fromEntries(pairs(entries, asWritten))
    }
  }
}

function leftOut(name: string): string {
  return `-${name}`
}

function pairs(entries: readonly PopulateEntry[], asWritten: readonly AsWrittenPart[]): readonly [string, RawValue][] {
  return [
    ...entries.map((entry): [string, RawValue] => [entry.name, writeEntry(entry)]),
    ...asWritten.map(({ key, value }): [string, RawValue] => [key, value]),
  ]
}

const DEEP = '**'

/** Paths that are left out stand under numbers where there is more to say than a list can. */
function writeDeep({ levels, limit, off, except, entries, asWritten }: DeepPopulate): RawValue {
  if (levels + limit === '' && entries.length + asWritten.length + off.length === 0) {
    return except.length === 0 ? DEEP : [DEEP, ...except.map(leftOut)]
  }
  const pagination = limit === '' ? null : { limit }
  const options = pagination === null ? null : { ...(levels === '' ? {} : { levels }), pagination }
  return Object.fromEntries([
    [DEEP, options ?? (levels === '' ? 'true' : levels)],
    ...pairs(entries, asWritten),
    ...off.map((name) => [name, 'false'] as const),
    ...except.map((path, index) => [String(index), leftOut(path)] as const),
  ])
}

function writeEntry(entry: PopulateEntry): RawValue {
  const options = writeOptions(entry)
  return Object.keys(options).length === 0 ? 'true' : options
}

function writeOptions(entry: PopulateEntry): RawObject {
  const populate = writePopulate(entry.populate)
  const filters = writeFilters(entry.filters)
  const pagination = writePagination(entry.pagination)
  const { on } = entry
  return {
    ...(entry.fields === null ? {} : { fields: writeFields(entry.fields) }),
    ...(filters === null ? {} : { filters }),
    ...(entry.sort.length === 0 ? {} : { sort: writeSort(entry.sort) }),
    ...(Object.keys(pagination).length === 0 ? {} : { pagination }),
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
  return sort.map(writeKey)
}

function writeKey({ path, direction, fold, nulls, seed }: SortKey): string {
  if (seed !== null) return `${path}:${seed}`
  const words = `${fold ? '.ci' : ''}${nulls === '' ? '' : `.nulls${nulls}`}`
  return direction === 'asc' && words === '' ? path : `${path}:${direction}${words}`
}
