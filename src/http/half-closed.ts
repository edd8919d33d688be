/**
 * Clients may close their side of a connection after a request. A client that still waits for its response then looks like
 * one that has gone, until something is sent: so 102 (Processing) is sent, which clients ignore. It fails if the client has
 * gone.
 */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Turn } from './connections.ts'

/** Milliseconds between the first two probes; each pause is twice the one before. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 2_000

/** Node's default is to close such a connection at once. Its types do not have the setting. */
export function allowHalfClosed(node: Server, current: (socket: Socket) => Turn | null): void {
  Object.assign(node, { httpAllowHalfOpen: true })
  node.on('connection', (socket) => socket.once('end', () => probe(socket, FIRST_PAUSE)))

  function probe(socket: Socket, pause: number): void {
    const turn = current(socket)
    if (turn === null || socket.writableEnded) return
    // HTTP/1.0 has no 102: its clients, among them proxies that cancel requests, count as disconnected. So do those of live
    // responses: nothing would be sent to them for a long time.
    if (turn.message.httpVersion === '1.0' || turn.isLive) socket.destroy()
    else if (!turn.response.headersSent) turn.response.writeProcessing()
    setTimeout(probe, pause, socket, Math.min(pause * 2, LONGEST_PAUSE)).unref()
  }
}
