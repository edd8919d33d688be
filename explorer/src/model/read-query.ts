/** Params → the builder's model. Parts that the builder cannot show are kept unparsed. */

import { PUBLICATION_FILTERS } from '../../../src/parse/parsed-query.ts'
import { asList, isRawObject, type RawParams, type RawValue } from '../../../src/request/raw-params.ts'
import { readFullText } from './full-text.ts'
import { type AsWrittenPart, EMPTY, type QueryModel } from './query-model.ts'
import { readFilters } from './read-filters.ts'
import { readFields, readSort } from './read-lists.ts'
import { readNames, readPagination } from './read-pagination.ts'
import { type Names, readPopulate } from './read-populate.ts'

export function readParams(params: RawParams, names: Names): QueryModel {
  const asWritten: AsWrittenPart[] = []
  const parts = Object.entries(params).map(([key, value]): Partial<QueryModel> => {
    const part = readParam(key, value, names)
    if (part === null) asWritten.push({ key, value })
    return part ?? {}
  })
  return Object.assign({}, EMPTY, ...parts, { asWritten })
}

/** Null for a parameter that is kept unparsed. */
function readParam(key: string, value: RawValue, names: Names): Partial<QueryModel> | null {
  switch (key) {
    case '_q':
      if (value === null) return {}
      return typeof value === 'string' ? { search: value } : known(readFullText(value), (found) => found)
    case 'fields':
      return known(readFields(value), (fields) => ({ fields }))
    case 'filters':
      return known(readFilters(value) ?? undefined, (filters) => ({ filters }))
    case 'sort':
      return known(readSort(value), (sort) => ({ sort }))
    case 'pagination':
      return known(readPagination(value), (pagination) => ({ pagination }))
    case 'locale':
      return (
        known(readLocales(value), (locales) => ({ locales })) ??
        known(readFallback(value), (locales) => ({ locales, fallsBack: true }))
      )
    case 'status':
      return value === 'draft' || value === 'published' ? { status: value } : null
    case 'publicationFilter':
      return known(
        PUBLICATION_FILTERS.find((name) => name === value),
        (publication) => ({ publication }),
      )
    case 'populate':
      return known(readPopulate(value, names) ?? undefined, (populate) => ({ populate }))
    default:
      return null
  }
}

function known<T>(value: T | undefined, part: (value: T) => Partial<QueryModel>): Partial<QueryModel> | null {
  return value === undefined ? null : part(value)
}

/** The first of these locales that a document has: `[$first]=fr,en`, or a list. */
function readFallback(raw: RawValue): readonly string[] | undefined {
  const first = isRawObject(raw) && Object.keys(raw).length === 1 ? raw.$first : undefined
  const codes = readNames(first)
  return codes === undefined || codes.length === 0 || codes.includes('*') ? undefined : [...new Set(codes)]
}

function readLocales(raw: RawValue): readonly string[] | undefined {
  if (raw === null || raw === '') return []
  if (typeof raw === 'string') return [raw]
  const list = asList(raw)
  const isCode = (code: RawValue): code is string => typeof code === 'string' && code !== '*' && code !== ''
  // One code in a list is refused for a single entry, where the code alone is not.
  return list !== null && list.length > 1 && list.every(isCode) ? list : undefined
}
