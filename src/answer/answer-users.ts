/**
 * Reads of users: a list, one, their number, or the caller's own account. Bare, without `data` and `meta`, as in
 * Strapi.
 */

import type { Caller } from '../access/caller.ts'
import type { Query } from '../check/query.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Row } from '../execute/database.ts'
import { parseBareWindow } from '../parse/parse-pagination.ts'
import type { Window } from '../plan/plan-read.ts'
import { FLAT } from '../plan/response-format.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RawParams } from '../request/raw-params.ts'
import type { RouteOf } from '../request/routes.ts'
import { respondBare, respondBareEntry, respondNothing, respondNumber, totalIn } from '../respond/respond.ts'
import { USER_UID } from '../schema/schema.ts'
import { readId } from '../validate/read-reference.ts'
import type { App } from './app.ts'
import { checkBare, hasEntry, withId } from './bare-reads.ts'
import { ONE_ROW, planAndCompile } from './prepare.ts'
import type { RequestContext } from './request-context.ts'

/** A bare list has no `meta` to say that there are more users, so it is complete, as for files. */
export async function answerUsers({ call, caller, app }: RequestContext): Promise<HttpResponse> {
  const params = parseQueryString(call.query, app.settings.limits)
  const window = { ...ONE_ROW, ...parseBareWindow(params, app.settings.rest) }
  return respondBare(await run(await checkUsers(params, caller, app), window, app))
}

export async function answerUserCount({ call, caller, app }: RequestContext): Promise<HttpResponse> {
  const params = parseQueryString(call.query, app.settings.limits)
  return respondNumber(totalIn(await run(await checkUsers(params, caller, app), { ...ONE_ROW, count: true }, app)))
}

export async function answerUser({ call, caller, app }: RequestContext<RouteOf<'user'>>): Promise<HttpResponse> {
  const params = parseQueryString(call.query, app.settings.limits)
  return respondUser(await readUser(readId(call.route.id) ?? NO_ID, params, caller, app))
}

/** No user has this id: ids begin with 1. */
const NO_ID = 0

export async function answerMe({ call, caller, app }: RequestContext): Promise<HttpResponse> {
  if (caller.userId === undefined) throw noUser(app)
  const params = parseQueryString(call.query, app.settings.limits)
  return respondUser(await readUser(caller.userId, params, caller, app))
}

/** An unknown user is a 204, as in Strapi, also if the filters exclude the only one. */
function respondUser(rows: readonly Row[]): HttpResponse {
  return hasEntry(rows) ? respondBareEntry(rows) : respondNothing()
}

/**
 * API tokens have no account, nor has the public, whose role may allow this action. Strapi's message differs from that
 * for a wrong token.
 */
function noUser({ settings }: App): ApiError {
  const hint = 'This is the account of a user: send the token that POST …/auth/local returns'
  const details = settings.rest.profile === 'strapi' ? {} : { hint }
  return new ApiError('CREDENTIALS_INVALID', { message: 'Unauthorized', details })
}

export async function readUser(id: number, params: RawParams, caller: Caller, app: App): Promise<readonly Row[]> {
  const query = await checkUsers(params, caller, app, true)
  return run(withId(query, id), ONE_ROW, app)
}

async function checkUsers(params: RawParams, caller: Caller, app: App, single = false): Promise<Query> {
  const type = app.schema.contentTypes.get(USER_UID)
  if (type === undefined) throw new ApiError('ROUTE_UNKNOWN')
  return checkBare({ params, type, single, caller }, app)
}

function run(query: Query, window: Window, app: App): Promise<readonly Row[]> {
  return app.database.run(planAndCompile(query, { window, format: FLAT }, app).statement)
}
