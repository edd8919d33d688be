/** The body of a batch → its queries: `{"queries": {"latest": "/api/articles?pagination[limit]=3"}}`. */

import { limitExceeded, limitExceededTogether } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { bodyFormat } from './content-type.ts'
import type { HttpRequest } from './http-request.ts'
import { escaped, QUERY_TYPES } from './query-in-body.ts'
import { readWholeBody } from './read-body.ts'
import { splitUrl } from './read-call.ts'

export interface NamedQuery {
  readonly name: string
  /** Path and query string, as in the request that asks for it alone. */
  readonly url: string
}

const EXAMPLE = '{ "queries": { "latest": "/api/articles?sort=publishedAt:desc" } }'

export function readBatch(request: HttpRequest, limits: Limits): readonly NamedQuery[] {
  const format = bodyFormat(request)
  if (format !== 'json' && format !== 'form') {
    throw new ApiError('BODY_TYPE_UNKNOWN', { headers: { 'accept-query': QUERY_TYPES } })
  }
  if (splitUrl(request.url).query !== '') throw malformed('The queries of a batch are in its body, not in the URL')
  const whole = readWholeBody(request, limits)
  if (!isRecord(whole) || !isRecord(whole.queries)) throw malformed(`The body must name its queries, as in ${EXAMPLE}`)
  const other = Object.keys(whole).find((key) => key !== 'queries')
  if (other !== undefined) throw malformed(`Invalid key ${JSON.stringify(other)}: a batch has only queries`)
  const queries = Object.entries(whole.queries)
  if (queries.length > limits.batchQueries) throw limitExceeded('batchQueries', limits.batchQueries)
  let values = 0
  return queries.map(([name, url]) => {
    if (typeof url !== 'string')
      throw malformed(`Invalid query ${JSON.stringify(name)}. Expected a path, as in ${EXAMPLE}`)
    values += url.split('&').length
    if (values > limits.queryValues) throw limitExceededTogether('queryValues', limits.queryValues)
    return { name, url: escaped(url) }
  })
}

function malformed(message: string): ApiError {
  return new ApiError('BODY_MALFORMED', { message })
}
