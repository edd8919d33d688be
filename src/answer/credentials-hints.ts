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

/** The same whatever is refused, and whether or not it exists. The log names the permission. */
export const NO_TOKEN =
  'The request has no token, and the public may not do this. Send the header Authorization: Bearer <token>, or allow the public to do it: lectern role allow public ACTION'

/** Equal for requests that get the same hints with the same permissions: parts of a batch are cached with their errors. */
export function credentialsKind({ headers: { authorization } }: Pick<HttpRequest, 'headers'>): string {
  if (authorization === undefined) return 'none'
  if (isTwice(authorization)) return 'twice'
  return bearerOf(authorization) === null ? 'unread' : 'bearer'
}

/** Front ends may send the token of the last login with every request, also when it has expired: then every login fails. */
function hintForLogin(url: string): string | undefined {
  const isLogin = /\/auth\/local\/?$/i.test(splitUrl(url).path)
  return isLogin ? 'Log in without the header Authorization' : undefined
}

/** Clients add the word themselves to a token that is given with it. */
function isTwice(authorization: string): boolean {
  return /^bearer\s+bearer\b/i.test(authorization)
}

/** The same whatever is wrong with it: a caller who guesses tokens learns nothing. */
function hintForUnknown(code: ErrorCode): string | undefined {
  return code === 'CREDENTIALS_INVALID' ? UNKNOWN_TOKEN : undefined
}

const UNKNOWN_TOKEN =
  "The token is neither an API token of this project nor a user's valid JWT: it may be incomplete, expired, revoked, or that of another project"

/** `Token abc`, `JWT abc`, `Basic abc` count as no credentials at all, as in Strapi. */
function hintFor(authorization: string, code: ErrorCode): string | undefined {
  const bearer = bearerOf(authorization)
  if (isTwice(authorization)) return 'The word Bearer is there twice: give the client the token without it'
  if (bearer === null) return 'The header Authorization has no effect as it is: write Authorization: Bearer <token>'
  if (code === 'FORBIDDEN') return undefined
  if (/^["']/.test(bearer)) return 'The token is sent with quotation marks around it: leave them out'
  // As documentation writes a token, and Lectern's own hints do.
  if (/^<.+>$/.test(bearer)) return 'The token is sent with < and > around it: leave them out'
  return missingValueHint(bearer, 'give it the token')
}
