/** What is answered while the database has not been opened yet: that we live, and that it is to be tried again. */

import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { readCall } from '../request/read-call.ts'
import type { Routes } from '../request/routes.ts'
import { respondNothing } from '../respond/respond.ts'

export function answerWaiting(request: HttpRequest, routes: Routes): HttpResponse {
  // Whether it may be written to is not known yet: who asks for it may come again.
  const { route } = readCall(request, routes, true)
  if (route.kind === 'health') return respondNothing()
  throw new ApiError('DATABASE_UNAVAILABLE', { headers: { 'retry-after': '1' } })
}
