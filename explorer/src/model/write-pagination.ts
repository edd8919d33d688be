import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'
import type { Pagination } from './query-model.ts'
import { hasFacets } from './read-pagination.ts'

/** Empty without settings. */
export function writePagination(page: Pagination): RawObject {
  const { style, from, side, size } = page
  const [fromKey, sizeKey] = style === 'page' ? ['page', 'pageSize'] : ['start', 'limit']
  const withCount = writeCounting(page)
  return {
    ...(style === 'cursor' ? { start: { [side]: from } } : from === '' ? {} : { [fromKey]: from }),
    ...(size === '' ? {} : { [sizeKey]: size }),
    ...(withCount === null ? {} : { withCount }),
  }
}

function writeCounting(page: Pagination): RawValue {
  const { by, byOthers, withCount } = page
  if (!hasFacets(page)) return withCount === '' ? null : withCount
  return {
    ...(by.length === 0 ? {} : { by }),
    ...(byOthers.length === 0 ? {} : { byOthers }),
    ...(withCount === '' ? {} : { total: withCount }),
  }
}
