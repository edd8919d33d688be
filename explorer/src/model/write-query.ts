/** The builder's model → params, and → a query string. */

import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'
import { writeFullText } from './full-text.ts'
import type { QueryModel } from './query-model.ts'
import { writeFilters } from './write-filters.ts'
import { writePagination } from './write-pagination.ts'
import { writeParams } from './write-params.ts'
import { writeFields, writePopulate, writeSort } from './write-populate.ts'

export function writeQuery(model: QueryModel): string {
  return writeParams(toParams(model))
}

export function toParams(model: QueryModel): RawObject {
  const filters = writeFilters(model.filters)
  const populate = writePopulate(model.populate)
  const pagination = writePagination(model.pagination)
  const locale = writeLocale(model)
  return {
    ...(model.search === '' ? {} : { _q: writeSearch(model) }),
    ...(model.fields === null ? {} : { fields: writeFields(model.fields) }),
    ...(filters === null ? {} : { filters }),
    ...(model.sort.length === 0 ? {} : { sort: writeSort(model.sort) }),
    ...(populate === null ? {} : { populate }),
    ...(Object.keys(pagination).length === 0 ? {} : { pagination }),
    ...(locale === null ? {} : { locale }),
    ...(model.status === '' ? {} : { status: model.status }),
    ...(model.publication === '' ? {} : { publicationFilter: model.publication }),
    ...Object.fromEntries(model.asWritten.map(({ key, value }) => [key, value])),
  }
}

function writeSearch({ search, fullText }: QueryModel): RawValue {
  return fullText === null ? search : writeFullText(search, fullText)
}

function writeLocale({ locales, fallsBack }: QueryModel): RawValue {
  const [first = null] = locales
  if (first === null) return null
  if (fallsBack) return { $first: locales }
  return locales.length === 1 ? first : locales
}
