/** HTTP request → what is called, by which method. */

import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from './http-request.ts'
import { matchRoute, type Route, type Routes } from './routes.ts'

export interface Call {
  readonly route: Route
  /** The permission the caller needs; null where everybody may. */
  readonly action: string | null
  /** The query string, undecoded, without the question mark. */
  readonly query: string
  /** `OPTIONS`: asks what may be done here, not for content. */
  readonly asksOptions: boolean
}

export const ALLOWED_METHODS = 'HEAD, GET'

export function readCall(request: HttpRequest, routes: Routes): Call {
  const mark = request.url.indexOf('?')
  const path = mark === -1 ? request.url : request.url.slice(0, mark)
  const route = matchRoute(path, routes)
  if (route === null) throw new ApiError('ROUTE_UNKNOWN')
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
    throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: ALLOWED_METHODS } })
  }
  return {
    route,
    action: actionOf(route),
    query: mark === -1 ? '' : request.url.slice(mark + 1),
    asksOptions: request.method === 'OPTIONS',
  }
}

function actionOf(route: Route): string | null {
  switch (route.kind) {
    case 'list':
    case 'single':
      return `${route.type.uid}.find`
    case 'entry':
      return `${route.type.uid}.findOne`
    case 'locales':
      return 'plugin::i18n.locales.listLocales'
    case 'health':
      return null
  }
}
