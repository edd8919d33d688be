/** What the response to a write shows. */

import type { Query } from '../check/query.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Route } from '../request/routes.ts'

/** The version to show after a write, as far as the caller may see it. */
export function shownAfter(route: Route, query: Query): Query {
  const status = shownStatus(route, query)
  const isHidden = status === 'draft' && query.withoutDrafts.has(query.type.uid)
  // Filters do not apply to the entry that was written.
  return isHidden ? identifiersOf(query) : { ...query, filter: null, publication: null, status }
}

/** A draft that the caller may write but not see: only its ids. */
function identifiersOf(query: Query): Query {
  const { type } = query
  const fields = ['id', 'documentId'].flatMap((name) => {
    const attribute = type.attributes.get(name)
    return attribute?.kind === 'scalar' ? [attribute] : []
  })
  const selection = { model: type, fields, populate: [] }
  return { ...query, selection, filter: null, sort: [], publication: null, status: 'draft', withoutDrafts: new Set() }
}

/** The version to show after an action: the published one, or the draft. */
function shownStatus(route: Route, query: Query): Query['status'] {
  if (route.kind !== 'version') return query.status
  return route.verb === 'publish' ? 'published' : 'draft'
}

/** A caller who may not see the stored draft gets its validation errors without its values. */
export function refusedAs(error: unknown, { type, withoutDrafts }: Query): unknown {
  if (!(error instanceof ApiError) || !withoutDrafts.has(type.uid) || !Array.isArray(error.details.errors)) return error
  const errors = error.details.errors.map((each: unknown) => (isRecord(each) ? { ...each, value: undefined } : each))
  return new ApiError(error.code, { message: error.message, details: { ...error.details, errors }, cause: error.cause })
}
