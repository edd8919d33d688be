/** The address of the client: the connection's, or the one that a trusted proxy reports. */

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { ProxySettings } from '../config/settings.ts'

export type ClientAddress = (message: IncomingMessage) => string | undefined

/**
 * `X-Forwarded-For` is read from its end, for as long as entries come from trusted proxies. An entry can be any text.
 */
export function createClientAddress(proxy: ProxySettings | null): ClientAddress {
  if (proxy === null) return ({ socket }) => socket.remoteAddress
  const isTrusted = proxyAddress.compile([...proxy.trusted])
  return (message) => {
    const named = proxyAddress(message, isTrusted)?.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    return named !== undefined && isIP(named) !== 0 ? named : message.socket.remoteAddress
  }
}
