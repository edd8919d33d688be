/** Responses while no database is open: 204 for health checks, 503 with Retry-After for all else. */

import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { splitUrl } from '../request/read-call.ts'
import { matchRoute, type Routes } from '../request/routes.ts'
import { respondNothing } from '../respond/respond.ts'

export function answerWaiting(
  request: HttpRequest,
  routes: Routes,
  refusal = new ApiError('DATABASE_UNAVAILABLE', { headers: { 'retry-after': '1' } }),
): HttpResponse {
  const route = matchRoute(splitUrl(request.url).path, routes)
  if (route === null) throw new ApiError('ROUTE_UNKNOWN')
  if (route.kind === 'health') return respondNothing()
  throw refusal
}
