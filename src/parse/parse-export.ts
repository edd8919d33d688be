/** The parameters of `/actions/export`: those of a list, without pagination. */

import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { isRawObject, type RawParams } from '../request/raw-params.ts'

const PARAMETERS: readonly string[] = [
  'filters',
  'sort',
  'fields',
  'populate',
  'locale',
  'status',
  'publicationFilter',
  'hasPublishedVersion',
  '_q',
]

const OF_PAGES: readonly string[] = ['pagination', 'page', 'pageSize', 'start', 'limit']

/** Scores are useful for the first few entries only: a page has them. */
function withoutSearch(params: RawParams): RawParams {
  if (!isRawObject(params._q)) return params
  throw new ApiError('PARAM_SHAPE', {
    message: 'Invalid _q parameter. Expected a text: an export has no full-text search',
    details: { source: 'query', param: '_q', hint: 'Write _q=words, or read pages of the list' },
  })
}

/** Unknown parameters are errors: in an export, one without effect would go unnoticed for a long time. */
export function parseExport(params: RawParams): RawParams {
  const unknown = Object.keys(params).find((key) => !PARAMETERS.includes(key))
  if (unknown === undefined) return withoutSearch(params)
  if (!OF_PAGES.includes(unknown)) {
    throw invalidKey({ key: unknown, path: null, param: unknown, candidates: PARAMETERS })
  }
  throw new ApiError('KEY_INVALID', {
    message: `Invalid key ${unknown}: an export has no pages`,
    details: {
      source: 'query',
      key: unknown,
      param: unknown,
      hint: 'It has all entries that match; choose some of them with filters, or read pages of the list',
    },
  })
}
