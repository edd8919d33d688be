/** Login: a user's credentials → a token, and the account. */

import { ApiError } from '../errors/api-error.ts'
import { type Credentials, readCredentials } from '../people/credentials.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { readWholeBody } from '../request/read-body.ts'
import { respondLogin } from '../respond/respond.ts'
import { readUser } from './answer-users.ts'
import type { App } from './app.ts'
import { withLoginHint } from './login-hints.ts'
import { asPlainForm } from './plain-form.ts'
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
