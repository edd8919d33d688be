/**
 * One request at a time on each connection. A client may send more before it has the first response (pipelining): those
 * wait, so that a connection costs the server no more than one request, however many it sends.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../errors/api-error.ts'

/**
 * Requests that may wait on one connection. Those beyond are not answered: the connection is closed after the others.
 */
export const PIPELINED_REQUESTS = 64

/** How many there may be beyond those. Node holds each in memory until the connection is closed. */
export const PIPELINED_EXCESS = 256

/** Bytes of their heads, beyond which nothing more is read from the connection until some are answered. */
const PIPELINED_BYTES = 16 * 1024

const POLL_MS = 10

export interface Exchange {
  readonly message: IncomingMessage
  readonly response: ServerResponse
}

/** The request that a connection is busy with. */
export interface Turn extends Exchange {
  /** Aborted when the client has gone; null for a request that is answered at once. */
  awaited: AbortController | null
}

export interface Connections {
  /** Starts the request when those before it on its connection are answered. */
  take(exchange: Exchange): void
  /** The request that a connection is busy with; null where there is none. */
  current(socket: Socket): Turn | null
  /** For a connection that sent nonsense after whole requests: called when those are answered, if it is still open. */
  afterwards(socket: Socket, work: () => void): void
  endAll(reason: ApiError): void
  /** Whether the last response was sent within so many milliseconds. */
  drained(milliseconds: number): Promise<boolean>
}

interface Connection {
  current: Turn
  readonly waiting: Exchange[]
  waitingBytes: number
  isPaused: boolean
  /** Requests that had no room. After one of them, nothing more is read. */
  excess: number
  afterwards: (() => void) | null
}

export function createConnections(begin: (turn: Turn) => void): Connections {
  /** Those with a request under way. */
  const busy = new Map<Socket, Connection>()

  function turnOf(socket: Socket, { message, response }: Exchange): Turn {
    const turn: Turn = { message, response, awaited: null }
    response.once('close', () => {
      if (!response.writableFinished) turn.awaited?.abort(new ApiError('CLIENT_GONE'))
      next(socket)
    })
    return turn
  }

  function open(socket: Socket, exchange: Exchange): void {
    const current = turnOf(socket, exchange)
    busy.set(socket, { current, waiting: [], waitingBytes: 0, isPaused: false, excess: 0, afterwards: null })
    begin(current)
  }

  function wait(socket: Socket, connection: Connection, exchange: Exchange): void {
    if (connection.excess > 0 || connection.waiting.length >= PIPELINED_REQUESTS) {
      connection.excess += 1
      // A pause does not stop those that have already arrived: a single read has room for thousands.
      if (connection.excess > PIPELINED_EXCESS) socket.destroy()
      else socket.pause()
      return
    }
    connection.waiting.push(exchange)
    connection.waitingBytes += headBytes(exchange.message)
    // Not earlier: a paused connection does not report that the client has hung up.
    if (connection.waitingBytes <= PIPELINED_BYTES) return
    connection.isPaused = true
    socket.pause()
  }

  function next(socket: Socket): void {
    const connection = busy.get(socket)
    const following = isOver(socket) ? undefined : connection?.waiting.shift()
    if (connection === undefined || following === undefined) {
      busy.delete(socket)
      if (!isOver(socket)) connection?.afterwards?.()
      return
    }
    connection.waitingBytes -= headBytes(following.message)
    if (connection.isPaused && connection.excess === 0 && connection.waitingBytes <= PIPELINED_BYTES) {
      connection.isPaused = false
      socket.resume()
    }
    if (connection.excess > 0 && connection.waiting.length === 0) following.response.setHeader('Connection', 'close')
    connection.current = turnOf(socket, following)
    begin(connection.current)
  }

  return {
    take(exchange) {
      const { socket } = exchange.message
      const connection = busy.get(socket)
      if (connection !== undefined) wait(socket, connection, exchange)
      else if (!isOver(socket)) open(socket, exchange)
    },
    current: (socket) => busy.get(socket)?.current ?? null,
    afterwards(socket, work) {
      const connection = busy.get(socket)
      if (connection === undefined) return
      connection.afterwards ??= work
      // The rest of this one will never come.
      if (connection.waiting.at(-1)?.message.complete === false) connection.waiting.pop()
    },
    endAll(reason) {
      for (const { current } of busy.values()) current.awaited?.abort(reason)
    },
    async drained(milliseconds) {
      const end = performance.now() + milliseconds
      while (busy.size > 0) {
        if (performance.now() >= end) return false
        await pause(POLL_MS)
      }
      return true
    },
  }
}

/** Closed, or about to be: nothing more can be sent. */
function isOver({ destroyed, writableEnded }: Socket): boolean {
  return destroyed || writableEnded
}

function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length)
}
