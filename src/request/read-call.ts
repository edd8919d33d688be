/** The route and the operation that a request calls. */

import { ApiError } from '../errors/api-error.ts'
import { contentAction } from './actions.ts'
import { isReadRoute, matchRoute, type Operation, type ReadRoute, type Route, type Routes } from './routes.ts'

export interface Call<R extends Route = Route> {
  readonly route: R
  readonly operation: Operation
  /** The permission the caller needs; null where every caller may. */
  readonly action: string | null
  /** The query string, undecoded, without the question mark. */
  readonly query: string
  /** Methods that work on this path, for `Allow`. */
  readonly allow: string
}

export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const mark = url.indexOf('?')
  return mark === -1 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

/** The URL of a read, for the explorer and for advice. Null where the path is not one of entries. */
export function readEntryUrl(url: string, routes: Routes): Pick<Call<ReadRoute>, 'route' | 'query' | 'action'> | null {
  const { path, query } = splitUrl(url)
  const route = matchRoute(path, routes)
  if (route === null) throw new ApiError('ROUTE_UNKNOWN')
  return isReadRoute(route) ? { route, query, action: contentAction(route, 'read') } : null
}
