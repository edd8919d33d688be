/** The builder's model → params, and → a query string. */

import type { RawObject } from '../../../src/request/raw-params.ts'
import type { Pagination, QueryModel } from './query-model.ts'
import { writeFilters } from './write-filters.ts'
import { writeParams } from './write-params.ts'
import { writeFields, writePopulate, writeSort } from './write-populate.ts'

export function writeQuery(model: QueryModel): string {
  return writeParams(toParams(model))
}

export function toParams(model: QueryModel): RawObject {
  const filters = writeFilters(model.filters)
  const populate = writePopulate(model.populate)
  const pagination = writePagination(model.pagination)
  const [locale] = model.locales
  return {
    ...(model.search === '' ? {} : { _q: model.search }),
    ...(model.fields === null ? {} : { fields: writeFields(model.fields) }),
    ...(filters === null ? {} : { filters }),
    ...(model.sort.length === 0 ? {} : { sort: writeSort(model.sort) }),
    ...(populate === null ? {} : { populate }),
    ...(Object.keys(pagination).length === 0 ? {} : { pagination }),
    ...(locale === undefined ? {} : { locale: model.locales.length === 1 ? locale : model.locales }),
    ...(model.status === '' ? {} : { status: model.status }),
    ...(model.publication === '' ? {} : { publicationFilter: model.publication }),
    ...Object.fromEntries(model.asWritten.map(({ key, value }) => [key, value])),
  }
}

function writePagination({ style, from, size, withCount }: Pagination): RawObject {
  const [fromKey, sizeKey] = style === 'page' ? ['page', 'pageSize'] : ['start', 'limit']
  return {
    ...(from === '' ? {} : { [fromKey]: from }),
    ...(size === '' ? {} : { [sizeKey]: size }),
    ...(withCount === '' ? {} : { withCount }),
  }
}
