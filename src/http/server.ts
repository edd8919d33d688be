/** Sockets only: HTTP ↔ plain values. Routes and responses are `answer`'s part. */

import { setMaxListeners } from 'node:events'
import { createServer as createNodeServer, type Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { type Response as Injected, type InjectOptions, inject } from 'light-my-request'
import { UNREAD_BYTES } from '../config/limits.ts'
import { ApiError } from '../errors/api-error.ts'
import { createArrivals } from './arrivals.ts'
import { createConnectionLimit, maxConnections } from './connection-limit.ts'
import { createConnections, type Exchange } from './connections.ts'
import { createCors } from './cors.ts'
import { allowHalfClosed } from './half-closed.ts'
import { parseWhile } from './parsing.ts'
import { MOST_HEADERS } from './read-request.ts'
import { type ParserError, parserError, refuse } from './refuse.ts'
import { createServe, type ServeOptions } from './serve.ts'
import { limitSmallChunks } from './small-chunks.ts'
import { createStartQueue } from './start-queue.ts'
import { TIMEOUTS, type Timeouts } from './timeouts.ts'
import { createUnreadResponses } from './unread-responses.ts'

/**
 * Bytes for headers in addition to the longest URL. Beyond this limit node itself responds with 431, where 414 would be
 * right.
 */
const HEADER_ROOM = 64 * 1024

/** The event loop polls again within an iteration when 1,024 descriptors were ready at once; some are not sockets. */
const POLLED_ONCE = 900

export interface ServerOptions extends ServeOptions {
  /** Bytes of finished responses that clients have not read yet, all together. */
  readonly unreadBytes?: number
  /** Connections that may be open at a time. */
  readonly maxConnections?: number
}

export interface HttpServer {
  /** Node's, which has the sockets. */
  readonly node: Server
  /**
   * Answers a request without a socket. A request made before `close` counts as under way, even if its body is not read
   * yet. Aborting the signal has the effect of closing the connection.
   */
  inject(request: InjectOptions | Promise<InjectOptions>, signal?: AbortSignal): Promise<Injected>
  /** Finishes requests under way, then closes every connection. */
  close(): Promise<void>
}

export function createServer(options: ServerOptions): HttpServer {
  const { settings, timeouts = TIMEOUTS, unreadBytes = UNREAD_BYTES } = options
  const cors = createCors(settings.cors)
  const arriving = new AbortController()
  // Each arriving body adds a listener.
  setMaxListeners(0, arriving.signal)
  let closing: Promise<void> | null = null
  let isClosing = false
  const arrivals = createArrivals()
  let isOverdue = false
  const startQueue = createStartQueue()
  const serve = createServe(options, {
    startQueue,
    unread: createUnreadResponses({ most: unreadBytes, interval: timeouts.answer }),
    refusal: () => (isClosing ? shuttingDown() : null),
    overdue: () => (isOverdue ? shuttingDown() : null),
    arriving: arriving.signal,
  })
  const connections = createConnections(serve, () => connectionLimit.size() > POLLED_ONCE)
  const connectionLimit = createConnectionLimit(options.maxConnections ?? maxConnections(), connections.current)
  function take(message: Exchange['message'], response: Exchange['response']): void {
    if (losesItsPlace(message)) response.setHeader('Connection', 'close')
    limitSmallChunks({ message, response })
    connections.take({ message, response })
  }

  const node = createNodeServer(nodeOptions(settings.limits.urlLength, timeouts), take)
  node.timeout = timeouts.connection
  node.maxHeadersCount = MOST_HEADERS
  node.on('connection', (socket) => {
    socket.once('close', () => connections.forget(socket))
    connectionLimit.add(socket)
    startQueue.connected()
    parseWhile(socket, () => connections.hasRoom(socket))
  })
  allowHalfClosed(node, connections.current)
  node.on('clientError', onClientError)
  // Without listeners node would hang up on the one and send a bare 417 for the other.
  node.on('connect', (_request, socket: Socket) => {
    // Node no longer listens: without this, a client that goes away would end the process.
    socket.on('error', () => socket.destroy())
    tell(socket, new ApiError('METHOD_NOT_ALLOWED'))
  })
  node.on('checkExpectation', take)

  function onClientError(error: ParserError, socket: Socket): void {
    if (error.code === 'ECONNRESET') socket.destroy()
    // We stopped it ourselves, and the request gets its response.
    else if (error.code === 'HPE_PAUSED') return
    else if (!connections.isFull(socket)) tell(socket, parserError(error))
  }

  /** Sent after the responses to earlier requests: otherwise a client would take it for one of those. */
  function tell(socket: Socket, error: ApiError): void {
    const current = connections.current(socket)
    if (current?.message.complete) connections.afterwards(socket, () => refuse(socket, error, cors(undefined)))
    else if (current?.response.headersSent) socket.destroy()
    else refuse(socket, error, cors(undefined))
  }

  async function injected(request: InjectOptions | Promise<InjectOptions>, signal?: AbortSignal): Promise<Injected> {
    const arrived = arrivals.begin()
    try {
      const options = await request
      signal?.throwIfAborted()
      return await inject((message, response) => {
        signal?.addEventListener('abort', () => response.destroy())
        take(message, response)
        // It is begun in this turn, before what is queued here.
        process.nextTick(arrived)
      }, options)
    } finally {
      arrived()
    }
  }

  async function close(): Promise<void> {
    const awaited = arrivals.awaited(timeouts.arriving)
    if (awaited !== null) await awaited
    connections.announceClose()
    connections.endLive(shuttingDown())
    const impatient = setTimeout(() => arriving.abort(shuttingDown()), timeouts.arriving)
    // Connections stay open until the last response is sent; then all are closed, idle ones too.
    // Begins what has arrived and waits for its turn: all of it is under way.
    const drained = connections.drained(timeouts.stop)
    isClosing = true
    if (!(await drained)) {
      isOverdue = true
      connections.endAll(shuttingDown())
      await connections.drained(timeouts.lastWord)
    }
    clearTimeout(impatient)
    // An HTTP server's own `close` would close connections whose first request is not read yet.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(node, () => resolve()))
    await connectionLimit.heard(timeouts.firstWord)
    await connections.drained(timeouts.lastWord)
    node.closeAllConnections()
    node.close()
    await closed
  }

  return {
    node,
    inject: injected,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/**
 * Connections are not upgraded, but node drops what came in the same packet after such a request. HTTP/1.0 has no chunks: a
 * proxy may have seen another end of the body, and what follows may belong to another client (RFC 9112, 6.1).
 */
function losesItsPlace({ headers, httpVersion }: Exchange['message']): boolean {
  return headers.upgrade !== undefined || (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined)
}

function nodeOptions(urlLength: number, timeouts: Timeouts) {
  return {
    maxHeaderSize: urlLength + HEADER_ROOM,
    headersTimeout: timeouts.request,
    requestTimeout: Math.max(timeouts.request, timeouts.upload),
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: timeouts.check,
    // `serve` rejects it with our own error.
    requireHostHeader: false,
  }
}

function shuttingDown(): ApiError {
  return new ApiError('SHUTTING_DOWN', { headers: { Connection: 'close', 'Retry-After': '1' } })
}
