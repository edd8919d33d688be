/** Tests whether a request comes from the server's own machine. */

import type { HttpRequest } from './http-request.ts'

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/
export const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** Headers that proxies and CDNs add. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fastly-client-ip|x-original-(?:host|forwarded-for))$/

/** A proxy on this machine connects from here too, and foreign host names can be made to resolve to it (DNS rebinding). */
export function isFromHere(request: HttpRequest): boolean {
  const { address = '', headers } = request
  return LOOPBACK_ADDRESS.test(address) && LOOPBACK_HOST.test(headers.host ?? '') && !isForwarded(request)
}

/** Some proxies add no header by default, but speak HTTP/1.0, as no browser does: nginx for one. */
function isForwarded({ headers, version = '1.1' }: HttpRequest): boolean {
  return version === '1.0' || Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
}
