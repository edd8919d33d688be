/**
 * Who may see SQL and query plans. They show tables, columns and sizes, which no role grants: only callers with a
 * full-access API token and, outside production, requests from the same machine.
 */

import type { Caller } from '../access/caller.ts'
import type { Settings } from '../config/settings.ts'
import { isFromHere, LOOPBACK_HOST } from '../request/from-here.ts'
import type { HttpRequest } from '../request/http-request.ts'

export type ExplainSettings = Pick<Settings, 'production' | 'proxy' | 'url'>

export function mayExplain(request: HttpRequest, caller: Caller, settings: ExplainSettings): boolean {
  if (caller.kind === 'token' && caller.rights.kind === 'everything') return true
  return !settings.production && !isPublished(settings) && isFromHere(request)
}

/** Whether the project is configured to run behind a proxy or under a public name. */
function isPublished({ proxy, url }: ExplainSettings): boolean {
  return proxy !== null || (url !== null && !LOOPBACK_HOST.test(new URL(url).host))
}

/**
 * Whether a script of another site sent the request: these responses are only for the explorer's own page and for
 * people.
 */
export function isCrossSite({ headers }: HttpRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== headers.host
}
