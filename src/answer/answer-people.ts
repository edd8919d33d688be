/** Requests of users: log in, and read one's own account. */

import type { Caller } from '../access/caller.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Row } from '../execute/database.ts'
import { type Credentials, readCredentials } from '../people/credentials.ts'
import { FLAT } from '../plan/response-format.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RawParams } from '../request/raw-params.ts'
import { readWholeBody } from '../request/read-body.ts'
import { respondBareEntry, respondLogin } from '../respond/respond.ts'
import { USER_UID } from '../schema/schema.ts'
import type { App } from './app.ts'
import { withLoginHint } from './login-hints.ts'
import { asPlainForm } from './plain-form.ts'
import { ONE_ROW, parseAndCheck, planAndCompile } from './prepare.ts'
import type { RequestContext } from './request-context.ts'

export async function answerLogin({ request, caller, app }: RequestContext): Promise<HttpResponse> {
  if (app.login === null) throw new ApiError('ROUTE_UNKNOWN')
  const credentials = await credentialsIn(request, app)
  const { jwt, userId } = await app.login(credentials, request.address ?? '')
  return respondLogin(jwt, await readUser(userId, {}, caller, app))
}

async function credentialsIn(request: HttpRequest, { settings }: App): Promise<Credentials> {
  const body = readWholeBody(await asPlainForm(request), settings.limits)
  try {
    return readCredentials(body)
  } catch (error) {
    throw withLoginHint(error, body, request, settings.rest)
  }
}

export async function answerMe({ call, caller, app }: RequestContext): Promise<HttpResponse> {
  if (caller.userId === undefined) throw noUser(app)
  const params = parseQueryString(call.query, app.settings.limits)
  return respondBareEntry(await readUser(caller.userId, params, caller, app))
}

/** API tokens, and the public where its role may do this, have no account. Strapi has other words here than for a wrong token. */
function noUser({ settings }: App): ApiError {
  const hint = 'This is the account of a user: send the token that a login gave'
  const details = settings.rest.profile === 'strapi' ? {} : { hint }
  return new ApiError('CREDENTIALS_INVALID', { message: 'Unauthorized', details })
}

/** The filter is replaced: a caller reads no other user here. */
async function readUser(id: number, params: RawParams, caller: Caller, app: App): Promise<readonly Row[]> {
  const type = app.schema.contentTypes.get(USER_UID)
  if (type === undefined) throw new ApiError('ROUTE_UNKNOWN')
  const own = { ...params, filters: { id: { $eq: String(id) } } }
  const defaultLocale = await app.stored.defaultLocale()
  const query = parseAndCheck({ params: own, type, single: true, caller, defaultLocale }, app)
  return app.database.run(planAndCompile(query, { window: ONE_ROW, format: FLAT }, app).statement)
}
