/**
 * Who is told the SQL of a request and the database's plan. Both speak of tables, columns and sizes, which no role
 * grants: so whoever has a full-access API token; and, while this is no production, whoever sits at the machine.
 */

import type { Caller } from '../access/caller.ts'
import type { HttpRequest } from '../request/http-request.ts'

export function mayExplain(request: HttpRequest, caller: Caller, production: boolean): boolean {
  if (caller.kind === 'token' && caller.rights.kind === 'everything') return true
  return !production && isFromHere(request)
}

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** A proxy on this machine connects from here too, and names that are not ours can be made to lead here. */
function isFromHere({ address = '', headers }: HttpRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
  return LOOPBACK_ADDRESS.test(address) && LOOPBACK_HOST.test(headers.host ?? '') && !isForwarded
}

/** Whether the script of another site asks: what the explorer tells is for its own page, and for people. */
export function isCrossSite({ headers }: HttpRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== headers.host
}
