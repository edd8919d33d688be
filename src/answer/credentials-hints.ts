/** Hints for requests that are refused because they have no token, or a malformed one. */

import { bearerOf } from '../auth/bearer.ts'
import type { RestSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { missingValueHint } from '../errors/missing-value.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { splitUrl } from '../request/read-call.ts'
import { withHint } from './spelling-hints.ts'

const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['FORBIDDEN', 'CREDENTIALS_INVALID'])

export function withCredentialsHint(error: unknown, { headers, url }: HttpRequest, { profile }: RestSettings): unknown {
  const { authorization } = headers
  if (!(error instanceof ApiError) || profile === 'strapi') return error
  if (!REFUSALS.has(error.code) || error.details.hint !== undefined) return error
  if (authorization === undefined) return withHint(error, NO_TOKEN)
  return withHint(error, hintFor(authorization, error.code) ?? hintForLogin(url) ?? hintForUnknown(error.code))
}

/**
 * The same text whatever is refused, so that it does not show whether the thing exists. The log names the permission.
 */
export const NO_TOKEN =
  'The request has no token, and the public may not do this. Send the header Authorization: Bearer <token>, or allow the public to do it: lectern role allow public ACTION'

/**
 * Requests with the same permissions and the same kind get the same hints. Part of cache keys: a cached batch includes
 * its errors.
 */
export function credentialsKind({ headers: { authorization } }: Pick<HttpRequest, 'headers'>): string {
  if (authorization === undefined) return 'none'
  if (isTwice(authorization)) return 'twice'
  return bearerOf(authorization) === null ? 'unread' : 'bearer'
}

/** A front end may send an expired token with every request, also with the login: then every login fails. */
function hintForLogin(url: string): string | undefined {
  const isLogin = /\/auth\/local\/?$/i.test(splitUrl(url).path)
  return isLogin ? 'Log in without the header Authorization' : undefined
}

/** Some clients add `Bearer` themselves to a token that already begins with it. */
function isTwice(authorization: string): boolean {
  return /^bearer\s+bearer\b/i.test(authorization)
}

/** The same text whatever is wrong with the token, so that guessing tokens shows nothing. */
function hintForUnknown(code: ErrorCode): string | undefined {
  return code === 'CREDENTIALS_INVALID' ? UNKNOWN_TOKEN : undefined
}

const UNKNOWN_TOKEN =
  "The token is neither an API token of this project nor a user's valid JWT: it may be incomplete, expired, revoked, or that of another project"

/** `Token abc`, `JWT abc` and `Basic abc` count as no credentials, as in Strapi. */
function hintFor(authorization: string, code: ErrorCode): string | undefined {
  const bearer = bearerOf(authorization)
  if (isTwice(authorization)) return 'The word Bearer is there twice: give the client the token without it'
  if (bearer === null) return 'The header Authorization has no effect as it is: write Authorization: Bearer <token>'
  if (code === 'FORBIDDEN') return undefined
  if (/^["']/.test(bearer)) return 'The token is sent with quotation marks around it: leave them out'
  // Documentation, and Lectern's own hints, show the token as `<token>`.
  if (/^<.+>$/.test(bearer)) return 'The token is sent with < and > around it: leave them out'
  if (VARIABLE.test(bearer))
    return 'The token is the name of a variable, not its value. In a shell, put the header in double quotes'
  return missingValueHint(bearer, 'give it the token')
}

/** `$KEY` and `${KEY}` in single quotes, `%KEY%` of cmd.exe, `$env:KEY` of PowerShell, `{{key}}` of API clients. */
const VARIABLE = /^(?:\$\{?\w+\}?|\$env:\w+|%\w+%|\{\{.*\}\})$/
