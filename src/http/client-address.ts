/** The address of the client: the connection's, or the one that a trusted proxy reports. Undefined if it is unknown. */

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { ProxySettings } from '../config/settings.ts'

export type ClientAddress = (message: IncomingMessage) => string | undefined

/** In place of an address where there is no connection, and a program passes on what it may have got from anywhere. */
export const NO_CONNECTION = 'none'

/**
 * `X-Forwarded-For` is read from its end, for as long as entries come from trusted proxies. An entry can be any text.
 */
export function createClientAddress(proxy: ProxySettings | null): ClientAddress {
  if (proxy === null) return connectedAddress
  const isTrustedAddress = proxyAddress.compile([...proxy.trusted])
  // The program that passes requests on is a proxy, too, and trusted with everything.
  const isTrusted = (address: string, hops: number) => address === NO_CONNECTION || isTrustedAddress(address, hops)
  return (message) => {
    const named = proxyAddress(message, isTrusted)?.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    return named !== undefined && isIP(named) !== 0 ? named : connectedAddress(message)
  }
}

function connectedAddress({ socket: { remoteAddress } }: IncomingMessage): string | undefined {
  return remoteAddress === NO_CONNECTION ? undefined : remoteAddress
}
