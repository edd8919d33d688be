/** Hints for logins with a missing or misnamed field. They repeat nothing that was sent. */

import { isRecord } from '../config/project-config.ts'
import type { RestSettings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { bodyFormat } from '../request/content-type.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { withHint } from './spelling-hints.ts'

const AS_JSON = 'Send JSON, with the header Content-Type: application/json'
const NOT_IN_DATA = 'Send identifier and password by themselves, not inside "data"'
const IDENTIFIER = 'identifier is the name of the user, or the e-mail address'

/** Names that clients send instead of `identifier`. */
const OTHER_NAMES = ['email', 'username', 'login', 'user', 'name']

export function withLoginHint(
  error: unknown,
  body: unknown,
  request: HttpRequest,
  { profile }: Pick<RestSettings, 'profile'>,
): unknown {
  if (!(error instanceof ApiError) || profile === 'strapi') return error
  return withHint(error, bodyFormat(request) === null ? AS_JSON : hintFor(body))
}

function hintFor(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  if (isRecord(body.data)) return NOT_IN_DATA
  const isRenamed = !Object.hasOwn(body, 'identifier') && OTHER_NAMES.some((name) => Object.hasOwn(body, name))
  return isRenamed ? IDENTIFIER : undefined
}
