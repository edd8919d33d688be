/** When nobody waits for an answer any more. */

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../errors/api-error.ts'

/** Gives a signal that is aborted when the connection closes before the response is sent. */
export type Abandonment = (response: ServerResponse) => AbortSignal

/**
 * Connections are listened to, not responses: one that waits behind another on a connection that dies is never told.
 */
export function createAbandonment(): Abandonment {
  const awaited = new WeakMap<Socket, Set<AbortController>>()

  function listenTo(socket: Socket): Set<AbortController> {
    const waiting = new Set<AbortController>()
    awaited.set(socket, waiting)
    socket.once('close', () => {
      for (const one of waiting) one.abort(new ApiError('CLIENT_GONE'))
    })
    return waiting
  }

  return (response) => {
    const { socket } = response.req
    const waiting = awaited.get(socket) ?? listenTo(socket)
    const one = new AbortController()
    waiting.add(one)
    response.once('finish', () => waiting.delete(one))
    return one.signal
  }
}
