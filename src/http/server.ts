/** Sockets only: HTTP ↔ plain values. Which URLs exist, and what they answer, is `answer`'s business. */

import type { FileHandle } from 'node:fs/promises'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Settings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { unlessAborted } from '../execute/while-wanted.ts'
import type { Answer, HttpRequest, HttpResponse } from '../request/http-request.ts'
import { errorResponse, toApiError } from '../respond/error-body.ts'
import { createAbandonment, limitTime } from './abandonment.ts'
import { asItIs, type Compress } from './compress.ts'
import { createCors, preflight, withCors } from './cors.ts'
import { withFixed } from './fixed-headers.ts'
import { createInFlight } from './in-flight.ts'
import { logServed, type Served } from './logger.ts'
import { checkPath, missingHost, toRequest } from './read-request.ts'
import { hasBody, withBody } from './receive-body.ts'
import { type ParserError, parserError, refuse } from './refuse.ts'
import { bytesOf, openFile, send } from './send.ts'
import { TIMEOUTS, type Timeouts } from './timeouts.ts'

/** Room for headers besides the longest URL: above it node answers for us, with 431 where 414 would be right. */
const HEADER_ROOM = 64 * 1024

export interface ServerOptions {
  readonly answer: Answer
  readonly settings: Pick<Settings, 'cors' | 'limits'> & Partial<Pick<Settings, 'proxy'>>
  readonly logger: Logger
  /** Without it answers go out as they are. */
  readonly compress?: Compress
  /** Told of each response, for figures. */
  readonly onServed?: (served: Served) => void
  readonly timeouts?: Timeouts
}

interface Outcome {
  readonly response: HttpResponse
  readonly error: ApiError | null
  /** What the answer sends of, where that is a file. */
  readonly opened: FileHandle | null
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { settings, logger, compress = asItIs, timeouts = TIMEOUTS } = options
  const inFlight = createInFlight()
  const abandonment = createAbandonment()
  let closing = false
  const cors = createCors(settings.cors)

  async function serve(raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const started = performance.now()
    const awaited = abandonment.begin(reply.raw)
    const request = { ...toRequest(raw), signal: awaited.signal }
    inFlight.begin(reply.raw)
    const receive = () => withBody(request, raw.raw, { size: settings.limits.bodySize, time: timeouts.request })
    const refused = closing ? shuttingDown() : missingHost(raw)
    const { response, error, opened } = await outcome(request, receive, awaited, refused)
    if (error !== null) logFailure(logger, error)
    const { status } = response
    const answered = await compress(request, response)
    const bytes = bytesOf(answered)
    // What was left of a body is drained unread, so that the client gets to see the answer.
    if (hasBody(raw.raw)) raw.raw.resume()
    const served = { request, status, milliseconds: performance.now() - started, bytes, code: error?.code ?? null }
    logServed(logger, served)
    options.onServed?.(served)
    // A client that takes nothing of its answer for so long is not waited for.
    if (opened === null) raw.raw.socket.setTimeout?.(timeouts.answer)
    const sent = withFixed(withCors(answered.response, cors(request.headers.origin)))
    return send(reply, { response: sent, bytes: answered.bytes, length: bytes }, opened)
  }

  /** Reads are not waited for beyond their time; what changes something says itself how it ended. */
  async function answerInTime(request: HttpRequest, awaited: AbortController): Promise<HttpResponse> {
    if (request.stream !== undefined) return options.answer(request)
    const unlimited = limitTime(awaited, timeouts.answer)
    try {
      const answering = options.answer({ ...request, until: performance.now() + timeouts.answer })
      return await (isRead(request) ? unlessAborted(answering, awaited.signal) : answering)
    } finally {
      unlimited()
    }
  }

  async function outcome(
    request: HttpRequest,
    receive: () => Promise<HttpRequest>,
    awaited: AbortController,
    refused: ApiError | null,
  ): Promise<Outcome> {
    const { limits, cors } = settings
    try {
      if (refused !== null) throw refused
      // Node reads the target as Latin-1: one character is one byte.
      if (request.url.length > limits.urlLength) throw limitExceeded('urlLength', limits.urlLength)
      checkPath(request.url)
      const response = preflight(cors, request) ?? (await answerInTime(await receive(), awaited))
      return { response, error: null, opened: await openFile(request, response) }
    } catch (thrown) {
      const error = toApiError(thrown)
      return { response: errorResponse(error), error, opened: null }
    }
  }

  const server = fastify({
    ...nodeOptions(settings.limits.urlLength, timeouts),
    trustProxy: settings.proxy == null ? false : [...settings.proxy.trusted],
    // One path for all: fastify has opinions about paths, and answers of its own.
    rewriteUrl: () => '/',
    clientErrorHandler: (error, socket) => onClientError(error, socket),
  })

  function onClientError(error: ParserError, socket: Parameters<typeof refuse>[0]): void {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuse(socket, parserError(error), cors(undefined))
  }

  // In this hook fastify has read no body yet, and will read none: node drains whatever is not received above.
  server.addHook('onRequest', serve)
  // Connections stay open until the last answer is out; then all are closed, also those that never asked anything.
  server.addHook('preClose', async () => {
    closing = true
    if (await inFlight.drained(timeouts.stop)) return
    abandonment.endAll(shuttingDown())
    await inFlight.drained(timeouts.lastWord)
  })
  // Without listeners node would hang up on the one and send a bare 417 for the other.
  server.server.on('connect', (_request, socket) => refuse(socket, new ApiError('METHOD_NOT_ALLOWED'), cors(undefined)))
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  return server
}

function nodeOptions(urlLength: number, timeouts: Timeouts) {
  return {
    http: {
      maxHeaderSize: urlLength + HEADER_ROOM,
      headersTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.check,
      requireHostHeader: false,
    },
    requestTimeout: Math.max(timeouts.request, timeouts.upload),
    connectionTimeout: timeouts.connection,
    keepAliveTimeout: timeouts.keepAlive,
    // Answered by `serve` in our own words, as a missing Host is.
    return503OnClosing: false,
    forceCloseConnections: true,
    logger: false,
  }
}

function isRead({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function shuttingDown(): ApiError {
  return new ApiError('SHUTTING_DOWN', { headers: { Connection: 'close', 'Retry-After': '1' } })
}

/** What is the caller's mistake, or was refused on purpose, needs no more than its line in the log. */
function logFailure(logger: Logger, error: ApiError): void {
  if (error.status < 500 || (error.status === 503 && error.cause === undefined)) return
  logger.error({ err: error.cause ?? error, code: error.code }, 'A request failed')
}
