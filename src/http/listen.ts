/** Opens the port, and says in one sentence what to do when that fails. */

import type { FastifyInstance } from 'fastify'
import { ProjectError } from '../config/problem.ts'

export interface Place {
  readonly host: string
  readonly port: number
}

/** Fastify opens a second server for `localhost` on IPv6, which would refuse things in node's words instead of ours. */
const LOOPBACK = '127.0.0.1'

/** The URL to reach the server at. */
export async function listen(server: FastifyInstance, place: Place): Promise<string> {
  try {
    return await server.listen({ host: place.host === 'localhost' ? LOOPBACK : place.host, port: place.port })
  } catch (error) {
    const message = advice(place, (error as NodeJS.ErrnoException).code)
    if (message === null) throw error
    throw new ProjectError([{ file: null, path: null, message }])
  }
}

function advice({ host, port }: Place, code: string | undefined): string | null {
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
    case 'ERR_SOCKET_BAD_PORT':
      return `${port} is not a port. Choose one from 0 to 65535 with --port.`
    default:
      return null
  }
}
