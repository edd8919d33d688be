/**
 * One request at a time on each connection. A client may send more before it has the first response (pipelining): those
 * wait, so that a connection costs the server no more than one request, however many it sends. Pipelined requests give way
 * to those of clients that wait for each response.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../errors/api-error.ts'
import { createBacklog } from './backlog.ts'

/**
 * Maximum number of pipelined requests. Further ones are not read: the connection is closed after the others are answered.
 */
export const PIPELINED_REQUESTS = 64

/** Bytes of their heads, beyond which nothing more is read from the connection until some are answered. */
const PIPELINED_BYTES = 16 * 1024

const POLL_MS = 10

export interface Exchange {
  readonly message: IncomingMessage
  readonly response: ServerResponse
}

/** The request that a connection is busy with. */
export interface Turn extends Exchange {
  /** Whether it was certainly sent before the current iteration of the event loop. */
  readonly wasReadNow: boolean
  /** Aborted when the client has gone; null for a request that is answered at once. */
  awaited: AbortController | null
  /** Whether its response goes on for as long as the client likes. */
  isLive: boolean
  /** To be called when the response is made, whether or not the client reads it. */
  made(): void
}

export interface Connections {
  /** Starts the request when those before it on its connection are answered. */
  take(exchange: Exchange): void
  /** Whether another request may be read from a connection. Once it is full, no more ever are. */
  hasRoom(socket: Socket): boolean
  isFull(socket: Socket): boolean
  /** To be called when a connection is closed. */
  forget(socket: Socket): void
  /** The current request of a connection; null while it is idle. */
  current(socket: Socket): Turn | null
  /**
   * For a connection that sent malformed data after complete requests: called when those are answered, if it is still
   * open.
   */
  afterwards(socket: Socket, work: () => void): void
  /** Tells clients with a request under way to send the next one on another connection. */
  announceClose(): void
  /** Requests that would not end by themselves. */
  endLive(reason: ApiError): void
  endAll(reason: ApiError): void
  /** Whether the last response was sent within this time. */
  drained(milliseconds: number): Promise<boolean>
}

interface Connection {
  /** Null between requests. */
  current: Turn | null
  readonly waiting: Exchange[]
  waitingBytes: number
  isPaused: boolean
  /** Whether a request was not read because the queue was full. */
  isFull: boolean
  afterwards: (() => void) | null
}

type BusyConnection = Connection & { readonly current: Turn }

/** `crowded`: whether there are so many open sockets that the event loop may poll twice in one iteration. */
export function createConnections(begin: (turn: Turn) => void, crowded: () => boolean = () => false): Connections {
  /**
   * Connections while they are open, not only while they are busy: adding and removing an entry for each request would keep
   * the garbage collector busy.
   */
  const known = new Map<Socket, Connection>()
  const backlog = createBacklog(begin)

  function turnOf(socket: Socket, { message, response }: Exchange, wasReadNow: boolean): Turn {
    const made = () => backlog.leave(turn)
    const turn: Turn = { message, response, wasReadNow, awaited: null, isLive: false, made }
    response.once('close', () => {
      backlog.leave(turn)
      if (!response.writableFinished) turn.awaited?.abort(new ApiError('CLIENT_GONE'))
      next(socket)
    })
    return turn
  }

  function open(socket: Socket, exchange: Exchange): void {
    // Requests of `inject` have no socket: what sends them may have written something in this iteration.
    const turn = turnOf(socket, exchange, socket instanceof Socket && !crowded())
    const connection = known.get(socket) ?? newConnection()
    connection.current = turn
    known.set(socket, connection)
    // Requests in the same packet are parsed first.
    process.nextTick(() => void (isOver(socket) || start(turn, connection)))
  }

  function start(turn: Turn, { waiting }: Connection): void {
    if (waiting.length > 0) backlog.enter(turn)
    else begin(turn)
  }

  /** The connection, while it is busy with a request. */
  function busy(socket: Socket): BusyConnection | undefined {
    const connection = known.get(socket)
    return connection !== undefined && isBusy(connection) ? connection : undefined
  }

  function wait(socket: Socket, connection: Connection, exchange: Exchange): void {
    connection.waiting.push(exchange)
    connection.waitingBytes += headBytes(exchange.message)
    // Not earlier, since a paused connection does not report that the client has hung up.
    if (connection.waitingBytes <= PIPELINED_BYTES) return
    connection.isPaused = true
    socket.pause()
  }

  function next(socket: Socket): void {
    const connection = busy(socket)
    const following = isOver(socket) ? undefined : connection?.waiting.shift()
    if (connection === undefined || following === undefined) {
      if (connection !== undefined) rest(socket, connection)
      if (!isOver(socket)) connection?.afterwards?.()
      return
    }
    connection.waitingBytes -= headBytes(following.message)
    if (connection.isPaused && !connection.isFull && connection.waitingBytes <= PIPELINED_BYTES) {
      connection.isPaused = false
      socket.resume()
    }
    if (connection.isFull && connection.waiting.length === 0) following.response.setHeader('Connection', 'close')
    connection.current = turnOf(socket, following, false)
    start(connection.current, connection)
  }

  function rest(socket: Socket, connection: Connection): void {
    connection.current = null
    // Connections of `inject` are never reused, and do not emit `close`.
    if (isOver(socket) || !(socket instanceof Socket)) known.delete(socket)
  }

  return {
    take(exchange) {
      const { socket } = exchange.message
      const connection = busy(socket)
      if (connection !== undefined) wait(socket, connection, exchange)
      else if (!isOver(socket)) open(socket, exchange)
    },
    hasRoom(socket) {
      const connection = busy(socket)
      if (connection === undefined || connection.waiting.length < PIPELINED_REQUESTS) return true
      connection.isFull = true
      socket.pause()
      return false
    },
    forget: (socket) => void known.delete(socket),
    isFull: (socket) => busy(socket)?.isFull ?? false,
    current: (socket) => busy(socket)?.current ?? null,
    afterwards(socket, work) {
      const connection = busy(socket)
      if (connection === undefined) return
      connection.afterwards ??= work
      // The rest of this request will never arrive.
      if (connection.waiting.at(-1)?.message.complete === false) connection.waiting.pop()
    },
    announceClose() {
      for (const { current, waiting } of known.values()) {
        // Waiting requests would get no response, since this header closes the connection.
        if (current === null || waiting.length > 0 || current.response.headersSent) continue
        current.response.setHeader('Connection', 'close')
      }
    },
    endLive(reason) {
      for (const { current } of known.values()) if (current?.isLive === true) current.awaited?.abort(reason)
    },
    endAll(reason) {
      for (const { current } of known.values()) current?.awaited?.abort(reason)
    },
    async drained(milliseconds) {
      const end = performance.now() + milliseconds
      backlog.release()
      while ([...known.values()].some(isBusy)) {
        if (performance.now() >= end) return false
        await pause(POLL_MS)
      }
      return true
    },
  }
}

function newConnection(): Connection {
  return { current: null, waiting: [], waitingBytes: 0, isPaused: false, isFull: false, afterwards: null }
}

function isBusy(connection: Connection): connection is BusyConnection {
  return connection.current !== null
}

/** Closed, or about to be: nothing more can be sent. */
function isOver({ destroyed, writableEnded }: Socket): boolean {
  return destroyed || writableEnded
}

function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length)
}
