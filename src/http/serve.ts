/** One request, from its head to the end of its response. */

import type { FileHandle } from 'node:fs/promises'
import type { Log } from '../config/log.ts'
import type { Settings } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { unlessAborted } from '../execute/abortable.ts'
import { byteLength } from '../request/body.ts'
import type { Answer, HttpRequest, HttpResponse } from '../request/http-request.ts'
import { errorResponse, toApiError } from '../respond/error-body.ts'
import { hasQueryMethod } from '../vocabulary/extensions.ts'
import { createAbortControllerPool } from './abort-controller-pool.ts'
import { createArrivingBodies } from './arriving-bodies.ts'
import { createClientAddress } from './client-address.ts'
import { asItIs, type Compress, type Encoded } from './compress.ts'
import type { Turn } from './connections.ts'
import { createCors, preflight } from './cors.ts'
import { createHeads } from './head.ts'
import { createLogServed, logFailure, type Served } from './logger.ts'
import { createLongBodyQueue } from './long-body-queue.ts'
import { checkUrl, refusedHead, toRequest, withDeadline, withSignal } from './read-request.ts'
import { type BodyLimits, hasBody, withBody } from './receive-body.ts'
import { createRefusalPace } from './refusal-pace.ts'
import { bytesOf, hasNoLength, openFile, send } from './send.ts'
import type { Begun } from './send-stream.ts'
import { createServeStream, type OnStream, openStream } from './serve-stream.ts'
import type { StartQueue } from './start-queue.ts'
import { TIMEOUTS, type Timeouts } from './timeouts.ts'
import type { UnreadResponses } from './unread-responses.ts'

/** Maximum size in bytes of a cached response that is sent at once, before waiting requests. */
const SHORT_BODY = 64 * 1024

/** A cached response, synchronously; null for all others, which `answer` makes. `wasReadNow`: see `Turn`. */
export type RecallCached = (request: HttpRequest, wasReadNow: boolean) => HttpResponse | null

/** The response to a request that was answered before, read again synchronously; null for all others. */
export type ReadAgain = RecallCached

export interface ServeOptions {
  readonly answer: Answer
  readonly recall?: RecallCached
  readonly readAgain?: ReadAgain
  readonly settings: Pick<Settings, 'cors' | 'limits'> & Partial<Pick<Settings, 'proxy' | 'rest'>>
  readonly logger: Log
  /** Without it responses are not compressed. */
  readonly compress?: Compress
  /** Called for each response, for metrics. */
  readonly onServed?: (served: Served) => void
  readonly onStream?: OnStream
  readonly timeouts?: Timeouts
}

export interface Surroundings {
  readonly unread: UnreadResponses
  readonly startQueue: Pick<StartQueue, 'start'>
  /** The error for requests that arrive during shutdown; null otherwise. */
  refusal(): ApiError | null
  /** The error for all that have not begun when those under way have had their time; null before. */
  overdue(): ApiError | null
  /** Aborted when bodies that are arriving are no longer waited for. */
  readonly arriving: AbortSignal
}

interface Outcome {
  readonly response: HttpResponse
  readonly error: ApiError | null
  /** The file that the response sends from. */
  readonly opened: FileHandle | null
  readonly begun?: Begun | null
}

/** A request whose response is being sent. */
interface Serving {
  readonly turn: Turn
  readonly request: HttpRequest
  /** A moment of `performance.now()`. */
  readonly started: number
  /** Known when it arrived: a request that waits for its turn when the shutdown begins is under way. */
  readonly refused: ApiError | null
}

export function createServe(options: ServeOptions, surroundings: Surroundings): (turn: Turn) => void {
  const { unread, startQueue, refusal, overdue, arriving } = surroundings
  const { settings, logger, compress = asItIs, timeouts = TIMEOUTS } = options
  const addressOf = createClientAddress(settings.proxy ?? null)
  const cors = createCors(settings.cors)
  const headOf = createHeads()
  const logServed = createLogServed(logger)
  const limits = bodyLimits(options, arriving)
  const controllers = createAbortControllerPool()
  const keepPace = createRefusalPace()
  const answerInTime = createAnswerInTime(options.answer, timeouts.answer)
  const serveStream = createServeStream({ ...options, logServed, cors, headOf, compress, timeouts, unread })

  function serve(turn: Turn): void {
    const started = performance.now()
    const request = toRequest(turn.message, addressOf(turn.message))
    const refused = refusal() ?? refusedHead(turn.message)
    const serving = { turn, request, started, refused }
    try {
      const cached = refused === null ? (options.recall?.(request, turn.wasReadNow) ?? null) : null
      if (cached !== null && byteLength(cached.body) <= SHORT_BODY) begin(serving, cached)
      else startQueue.start(turn, request, () => begin(serving, cached))
    } catch (error) {
      fail(turn, error)
    }
  }

  function begin(serving: Serving, cached: HttpResponse | null): void {
    const { turn, request } = serving
    try {
      const mayRead = cached === null && refusalOf(serving) === null
      const known = mayRead ? (options.readAgain?.(request, turn.wasReadNow) ?? null) : cached
      const sending = known === null ? work(serving) : sendCached(serving, known)
      sending?.catch((error: unknown) => fail(turn, error))
    } catch (error) {
      fail(turn, error)
    }
  }

  const refusalOf = ({ refused }: Serving) => refused ?? overdue()

  /** Logged only: sending itself has failed, so there is no response to report it in. */
  function fail({ response }: Turn, error: unknown): void {
    logFailure(logger, toApiError(error))
    response.destroy()
  }

  /** Synchronous, unless the response has never been compressed before. */
  function sendCached(serving: Serving, response: HttpResponse): Promise<void> | null {
    const outcome = { response, error: null, opened: null }
    const encoded = compress(serving.request, response)
    if (encoded instanceof Promise) return encoded.then((bytes) => finish(serving, outcome, bytes))
    finish(serving, outcome, encoded)
    return null
  }

  async function work(serving: Serving): Promise<void> {
    const { turn, request } = serving
    const awaited = controllers.take(turn.message)
    turn.awaited = awaited
    const outcome = await outcomeOf({ ...serving, request: withSignal(request, awaited.signal) }, awaited)
    const { response, error, begun } = outcome
    if (error !== null) logFailure(logger, error)
    if (begun) return serveStream({ ...serving, response, begun, signal: awaited.signal })
    finish(serving, outcome, await compress(request, response))
    if (error !== null || !isRead(request)) return
    turn.awaited = null
    controllers.release(turn.message, awaited)
  }

  async function outcomeOf(serving: Serving, awaited: AbortController): Promise<Outcome> {
    const { request, turn } = serving
    try {
      const refused = refusalOf(serving)
      if (refused !== null) throw refused
      checkUrl(request.url, settings.limits.urlLength)
      const response =
        preflight(settings.cors, request) ??
        (await answerInTime(await withBody(request, turn.message, limits), awaited))
      // Most requests have neither, and an `await` without need takes time, too.
      const opened = response.file === undefined ? null : await openFile(request, response)
      const begun = response.stream === undefined ? null : await openStream({ request, response, turn }, refusal)
      return { response, error: null, opened, begun }
    } catch (thrown) {
      const error = toApiError(thrown)
      await keepPace(error, awaited.signal)
      return { response: errorResponse(error), error, opened: null }
    }
  }

  function finish({ turn, request, started }: Serving, outcome: Outcome, { encoding, bytes }: Encoded): void {
    const { response, error, opened } = outcome
    turn.made()
    const length = bytesOf(response, bytes)
    const now = performance.now()
    const failure = { code: error?.code ?? null, refused: error?.refused, ignored: response.ignored }
    const served = { request, status: response.status, milliseconds: now - started, bytes: length, ...failure }
    logServed(served)
    options.onServed?.(served)
    // Drain the rest of a body, so that the client sees the response.
    if (hasBody(turn.message)) turn.message.resume()
    const parts = { cors: cors(request.headers.origin), encoding, length: hasNoLength(response) ? null : length }
    const left = send(turn.response, { response, head: headOf(response, parts), bytes, opened })
    // The deadline of a read includes sending its response.
    unread.watch({ response: turn.response, left, deadline: (isRead(request) ? started : now) + timeouts.answer })
  }

  return serve
}

function bodyLimits({ settings, timeouts = TIMEOUTS }: ServeOptions, signal: AbortSignal): BodyLimits {
  const { bodySize } = settings.limits
  return {
    withQuery: settings.rest !== undefined && hasQueryMethod(settings.rest.extensions),
    size: bodySize,
    time: timeouts.request,
    signal,
    bodies: createArrivingBodies(bodySize),
    longBodies: createLongBodyQueue(),
  }
}

/** Reads have a deadline; writes do not, because the client must learn whether they succeeded. */
function createAnswerInTime(answer: Answer, milliseconds: number) {
  return async (request: HttpRequest, awaited: AbortController): Promise<HttpResponse> => {
    if (request.stream !== undefined) return answer(request)
    const late = () => awaited.abort(new ApiError('QUERY_TIMEOUT', { headers: { 'retry-after': '1' } }))
    // First read what arrived while this process was busy: timers fire before that.
    let lastLook: NodeJS.Immediate | undefined
    const timer = setTimeout(() => {
      lastLook = setImmediate(late)
    }, milliseconds)
    try {
      const answering = answer(withDeadline(request, performance.now() + milliseconds))
      return await (isRead(request) ? unlessAborted(answering, awaited.signal) : answering)
    } finally {
      clearTimeout(timer)
      clearImmediate(lastLook)
    }
  }
}

function isRead({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY'
}
