/** Users themselves: logging in, and asking who one is. */

import type { Caller } from '../access/caller.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Row } from '../execute/database.ts'
import { readCredentials } from '../people/credentials.ts'
import { withinLimits } from '../plan/measure-plan.ts'
import { planRead } from '../plan/plan-read.ts'
import { FLAT } from '../plan/response-format.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RawParams } from '../request/raw-params.ts'
import { readWholeBody } from '../request/read-body.ts'
import type { Call } from '../request/read-call.ts'
import { respondBareEntry, respondLogin } from '../respond/respond.ts'
import { USER_UID } from '../schema/schema.ts'
import { compileRead } from '../sql/compile-read.ts'
import type { App } from './app.ts'
import { understand } from './understand.ts'

export async function answerLogin(request: HttpRequest, caller: Caller, app: App): Promise<HttpResponse> {
  if (app.login === null) throw new ApiError('ROUTE_UNKNOWN')
  const credentials = readCredentials(readWholeBody(request, app.settings.limits))
  const { jwt, userId } = await app.login(credentials, request.address ?? '')
  return respondLogin(jwt, await readUser(userId, {}, caller, app))
}

export async function answerMe({ query }: Call, caller: Caller, app: App): Promise<HttpResponse> {
  if (caller.userId === undefined) throw new ApiError('CREDENTIALS_INVALID')
  const params = parseQueryString(query, app.settings.limits)
  return respondBareEntry(await readUser(caller.userId, params, caller, app))
}

/** Whatever is asked for, it is of this user. */
async function readUser(id: number, params: RawParams, caller: Caller, app: App): Promise<readonly Row[]> {
  const type = app.schema.contentTypes.get(USER_UID)
  if (type === undefined) throw new ApiError('ROUTE_UNKNOWN')
  const own = { ...params, filters: { id: { $eq: String(id) } } }
  const defaultLocale = await app.stored.defaultLocale()
  const query = understand({ params: own, type, single: true, caller, defaultLocale }, app)
  const window = { start: 0, limit: 1, count: false, documentId: null }
  const plan = withinLimits(planRead(query, window, FLAT, app.tables), app.settings.limits)
  return app.database.run(compileRead(plan, app.dialect))
}
