/** Which version the response to a write shows, and which of its fields. */

import type { Query } from '../check/query.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Route } from '../request/routes.ts'

/** The version to show after a write, without what the caller may not see. */
export function shownAfter(route: Route, query: Query): Query {
  const status = shownStatus(route, query)
  const isHidden = status === 'draft' && query.withoutDrafts.has(query.type.uid)
  // The filters of the request do not apply to the written entry.
  return isHidden ? identifiersOf(query) : { ...query, filter: null, publication: null, status }
}

/** For a caller who may write drafts but not see them: only the ids. */
function identifiersOf(query: Query): Query {
  const { type } = query
  const fields = ['id', 'documentId'].flatMap((name) => {
    const attribute = type.attributes.get(name)
    return attribute?.kind === 'scalar' ? [attribute] : []
  })
  const selection = { model: type, fields, populate: [] }
  return { ...query, selection, filter: null, sort: [], publication: null, status: 'draft', withoutDrafts: new Set() }
}

/** The version to show after an action: the published one after `publish`, otherwise the draft. */
function shownStatus(route: Route, query: Query): Query['status'] {
  if (route.kind !== 'version') return query.status
  return route.verb === 'publish' ? 'published' : 'draft'
}

/** A caller who may not see the stored draft gets its validation errors without the values. */
export function refusedAs(error: unknown, { type, withoutDrafts }: Query): unknown {
  if (!(error instanceof ApiError) || !withoutDrafts.has(type.uid) || !Array.isArray(error.details.errors)) return error
  const errors = error.details.errors.map((each: unknown) => (isRecord(each) ? { ...each, value: undefined } : each))
  return new ApiError(error.code, { message: error.message, details: { ...error.details, errors }, cause: error.cause })
}
