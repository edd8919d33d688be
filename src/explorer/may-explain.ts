/**
 * Who is told the SQL of a request and the database's plan. Both speak of tables, columns and sizes, which no role
 * grants: so whoever has a full-access API token; and, while this is no production, whoever sits at the machine.
 */

import type { Caller } from '../access/caller.ts'
import type { Settings } from '../config/settings.ts'
import type { HttpRequest } from '../request/http-request.ts'

export type ExplainSettings = Pick<Settings, 'production' | 'proxy' | 'url'>

export function mayExplain(request: HttpRequest, caller: Caller, settings: ExplainSettings): boolean {
  if (caller.kind === 'token' && caller.rights.kind === 'everything') return true
  return !settings.production && !isPublished(settings) && isFromHere(request)
}

/** Whether the project says that it is reached through a proxy, or under a public name. */
function isPublished({ proxy, url }: ExplainSettings): boolean {
  return proxy !== null || (url !== null && !LOOPBACK_HOST.test(new URL(url).host))
}

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** Headers that proxies and CDNs add. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fastly-client-ip|x-original-(?:host|forwarded-for))$/

/** A proxy on this machine connects from here too, and names that are not ours can be made to lead here. */
function isFromHere(request: HttpRequest): boolean {
  const { address = '', headers } = request
  return LOOPBACK_ADDRESS.test(address) && LOOPBACK_HOST.test(headers.host ?? '') && !isForwarded(request)
}

/** Some proxies add no header by default, but speak HTTP/1.0, as no browser does: nginx for one. */
function isForwarded({ headers, version = '1.1' }: HttpRequest): boolean {
  return version === '1.0' || Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
}

/** Whether the script of another site asks: what the explorer tells is for its own page, and for people. */
export function isCrossSite({ headers }: HttpRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== headers.host
}
