/** Opens the port, and says in one sentence what to do when that fails. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { refusal } from '../config/problem.ts'
import { codeOf } from '../errors/code-of.ts'
import type { HttpServer } from './server.ts'

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** One address: the name `localhost` may resolve to two, and clients may try either first. */
const LOOPBACK = '127.0.0.1'

/** The URL to reach the server at. */
export async function listen({ node }: Pick<HttpServer, 'node'>, address: ListenAddress): Promise<string> {
  try {
    node.listen({ host: address.host === 'localhost' ? LOOPBACK : address.host, port: address.port })
    await once(node, 'listening')
    return urlOf(node.address() as AddressInfo)
  } catch (error) {
    const message = advice(address, codeOf(error))
    if (message === null) throw error
    throw refusal(message)
  }
}

/** For a server that listens on every address, the one to show. */
const FOR_EVERY: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', LOOPBACK],
  ['::', '::1'],
])

function urlOf({ address, family, port }: AddressInfo): string {
  const shown = FOR_EVERY.get(address) ?? address
  return `http://${family === 'IPv6' ? `[${shown}]` : shown}:${port}`
}

function advice({ host, port }: ListenAddress, code: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the other program or choose another port with --port.`
    case 'EACCES':
    case 'EPERM':
      return `Port ${port} needs rights that this user does not have. Choose a port above 1023 with --port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `This machine has no address ${host}. Choose another with --host: 127.0.0.1 for this machine alone, 0.0.0.0 for every network.`
    case 'ERR_INVALID_ARG_TYPE':
      return `${host} is not an address. Give a text, such as 127.0.0.1.`
    case 'ERR_SOCKET_BAD_PORT':
      return `${port} is not a port. Choose one from 0 to 65535 with --port.`
    default:
      return null
  }
}
