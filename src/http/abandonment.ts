/** When nobody waits for an answer any more: the client is gone, it is too late, or the server stops. */

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../errors/api-error.ts'

export interface Abandonment {
  /** Its signal is aborted when the connection closes before the response is sent. */
  begin(response: ServerResponse): AbortController
  /** Ends whatever is under way. */
  endAll(reason: ApiError): void
}

/**
 * Connections are listened to, not responses: one that waits behind another on a connection that dies is never told.
 */
export function createAbandonment(): Abandonment {
  const awaited = new WeakMap<Socket, Set<AbortController>>()
  const all = new Set<AbortController>()

  function listenTo(socket: Socket): Set<AbortController> {
    const waiting = new Set<AbortController>()
    awaited.set(socket, waiting)
    socket.once('close', () => {
      for (const one of waiting) {
        all.delete(one)
        one.abort(new ApiError('CLIENT_GONE'))
      }
    })
    return waiting
  }

  return {
    begin: (response) => {
      const { socket } = response.req
      const waiting = awaited.get(socket) ?? listenTo(socket)
      const one = new AbortController()
      waiting.add(one)
      all.add(one)
      response.once('finish', () => {
        waiting.delete(one)
        all.delete(one)
      })
      return one
    },
    endAll: (reason) => {
      for (const one of all) one.abort(reason)
    },
  }
}

/** Gives what takes the limit back. */
export function limitTime(request: AbortController, milliseconds: number): () => void {
  const late = () => request.abort(new ApiError('QUERY_TIMEOUT', { headers: { 'retry-after': '1' } }))
  const timer = setTimeout(late, milliseconds)
  return () => clearTimeout(timer)
}
