/** A query string → the builder's model. Whatever the builder cannot show is kept as it was written. */

import { DEFAULT_LIMITS } from '../../../src/config/limits.ts'
import { PUBLICATION_FILTERS } from '../../../src/parse/parsed-query.ts'
import { parseQueryString } from '../../../src/request/parse-query-string.ts'
import { asFlag, asList, isRawObject, type RawParams, type RawValue } from '../../../src/request/raw-params.ts'
import { type AsWrittenPart, EMPTY, NO_PAGINATION, type Pagination, type QueryModel } from './query-model.ts'
import { readFilters } from './read-filters.ts'
import { readFields, readSort } from './read-lists.ts'
import { type Opens, readPopulate } from './read-populate.ts'

/** Null when the text is no query string that the server would look at. */
export function readQuery(text: string, opens: Opens): QueryModel | null {
  try {
    return readParams(parseQueryString(text, DEFAULT_LIMITS), opens)
  } catch {
    return null
  }
}

function readParams(params: RawParams, opens: Opens): QueryModel {
  const asWritten: AsWrittenPart[] = []
  const parts = Object.entries(params).map(([key, value]): Partial<QueryModel> => {
    const part = readParam(key, value, opens)
    if (part === null) asWritten.push({ key, value })
    return part ?? {}
  })
  return Object.assign({}, EMPTY, ...parts, { asWritten })
}

/** Null when it is to be kept as it was written. */
function readParam(key: string, value: RawValue, opens: Opens): Partial<QueryModel> | null {
  switch (key) {
    case '_q':
      return value === null ? {} : typeof value === 'string' ? { search: value } : null
    case 'fields':
      return known(readFields(value), (fields) => ({ fields }))
    case 'filters':
      return known(readFilters(value) ?? undefined, (filters) => ({ filters }))
    case 'sort':
      return known(readSort(value), (sort) => ({ sort }))
    case 'pagination':
      return known(readPagination(value), (pagination) => ({ pagination }))
    case 'locale':
      return known(readLocales(value), (locales) => ({ locales }))
    case 'status':
      return value === 'draft' || value === 'published' ? { status: value } : null
    case 'publicationFilter':
      return known(
        PUBLICATION_FILTERS.find((name) => name === value),
        (publication) => ({ publication }),
      )
    case 'populate':
      return known(readPopulate(value, opens) ?? undefined, (populate) => ({ populate }))
    default:
      return null
  }
}

function known<T>(value: T | undefined, part: (value: T) => Partial<QueryModel>): Partial<QueryModel> | null {
  return value === undefined ? null : part(value)
}

const PAGE_KEYS: ReadonlySet<string> = new Set(['page', 'pageSize', 'start', 'limit', 'withCount'])

function readPagination(raw: RawValue): Pagination | undefined {
  // Whatever is no object says nothing to the server.
  if (!isRawObject(raw)) return undefined
  const { page, pageSize, start, limit, withCount } = raw
  const isText = (value: RawValue | undefined) => value === undefined || (typeof value === 'string' && value !== '')
  const flag = withCount === undefined ? '' : asFlag(withCount)
  if (flag === undefined || ![page, pageSize, start, limit].every(isText)) return undefined
  if (Object.keys(raw).some((key) => !PAGE_KEYS.has(key))) return undefined
  const byPage = page !== undefined || pageSize !== undefined
  const byOffset = start !== undefined || limit !== undefined
  if (byPage && byOffset) return undefined
  const [style, from, size] = byOffset ? (['offset', start, limit] as const) : (['page', page, pageSize] as const)
  const counted = flag === '' ? '' : flag ? 'true' : 'false'
  return { ...NO_PAGINATION, style, from: String(from ?? ''), size: String(size ?? ''), withCount: counted }
}

function readLocales(raw: RawValue): readonly string[] | undefined {
  if (raw === null || raw === '') return []
  if (typeof raw === 'string') return [raw]
  const list = asList(raw)
  const isCode = (code: RawValue): code is string => typeof code === 'string' && code !== '*' && code !== ''
  // One code in a list is refused for a single entry, where the code alone is not.
  return list !== null && list.length > 1 && list.every(isCode) ? list : undefined
}
