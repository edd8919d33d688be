/** The server without a socket: a request as `fetch` makes it, the response as a standard `Response`. */

import { METHODS } from 'node:http'
import type { Readable } from 'node:stream'
import type { Response as Injected, InjectOptions } from 'light-my-request'
import { unlessAborted } from '../execute/abortable.ts'
import type { FetchInit } from '../request/fetch-init.ts'
import { NO_CONNECTION } from './client-address.ts'
import { type Following, followSignal } from './follow-signal.ts'
import type { HttpServer } from './server.ts'
import { toWebStream } from './web-stream.ts'

export type Fetch = (input: string | URL | Request, init?: FetchInit) => Promise<Response>

/** https://fetch.spec.whatwg.org/#null-body-status: `Response` refuses a body with these. */
const BODILESS = new Set([204, 205, 304])

export function fetchFrom(server: Pick<HttpServer, 'inject'>): Fetch {
  return async (input, given) => {
    const init = given ?? {}
    const following = followSignal(input, init)
    if (following === null) return respond(server, requested(input, init), null)
    try {
      return await unlessAborted(respond(server, requested(input, init), following), following.signal)
    } catch (error) {
      following.release()
      throw error
    }
  }
}

async function respond(
  server: Pick<HttpServer, 'inject'>,
  asked: Promise<InjectOptions>,
  following: Following | null,
): Promise<Response> {
  const answer = await server.inject(asked, following?.signal)
  const bodiless = (await asked).method === 'HEAD' || BODILESS.has(answer.statusCode)
  const body = bodiless ? null : await bodyOf(answer, following)
  if (!(body instanceof ReadableStream)) following?.release()
  return new Response(body, { status: answer.statusCode, headers: toHeaders(answer.headers) })
}

async function requested(input: string | URL | Request, init: FetchInit): Promise<InjectOptions> {
  const request =
    input instanceof Request ? await ofRequest(new Request(input, init as RequestInit)) : await ofUrl(input, init)
  const from = isOwn(input, request) ? {} : { remoteAddress: NO_CONNECTION }
  return { ...request, ...from, payloadAsStream: true }
}

/**
 * Whether the program asks on its own behalf, which counts as this machine: a path, and no host. With a host it may be the
 * request of another, who wrote `localhost` there; so it may be with `/api/../_metrics`, which gets past a program that
 * passes on what begins with `/api/`.
 */
function isOwn(input: string | URL | Request, { headers = {} }: InjectOptions): boolean {
  if (typeof input !== 'string' || Object.keys(headers).some((name) => name.toLowerCase() === 'host')) return false
  const [path = ''] = input.split(/[?#]/, 1)
  return URL.canParse(input, HERE) && new URL(input, HERE).pathname === path
}

const HERE = 'http://localhost'

async function ofUrl(url: string | URL, init: FetchInit): Promise<InjectOptions> {
  if ((typeof url !== 'string' && !(url instanceof URL)) || url === '') {
    throw new TypeError(`fetch needs a path such as '/api/articles', a URL or a Request, and got ${shown(url)}`)
  }
  return { url: String(url), method: methodOf(init.method ?? 'GET'), ...(await payload(init)) }
}

async function ofRequest(request: Request): Promise<InjectOptions> {
  const { url, method, headers, body } = request
  const sent = body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) }
  return { url, method: methodOf(method), headers: Object.fromEntries(headers), ...sent }
}

/** Node 20 does not know QUERY, which the program without a socket takes. */
function methodOf(name: string): NonNullable<InjectOptions['method']> {
  const method = String(name).toUpperCase()
  if (method !== 'QUERY' && !METHODS.includes(method)) throw new TypeError(`${shown(name)} is not a method of HTTP`)
  return method as NonNullable<InjectOptions['method']>
}

/** The whole body, unless it is streamed. A reader that stops closes the connection, as with a socket. */
async function bodyOf(
  answer: Injected,
  following: Following | null,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const stream = answer.stream()
  if (answer.headers['content-length'] !== undefined) return bytesOf(stream)
  stream.once('close', () => {
    following?.release()
    if (!stream.readableEnded) answer.raw.res.destroy()
  })
  return toWebStream(stream, following?.signal)
}

/** `arrayBuffer` of node:stream/consumers goes through a Blob, which takes longer than a cached response. */
function bytesOf(stream: Readable): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    stream.once('end', () => resolve(Buffer.concat(chunks)))
    stream.once('error', reject)
    stream.once('close', () => reject(new Error('The response broke off')))
  })
}

/** A form determines its own content type. */
async function payload({
  body,
  headers: given = {},
  signal,
}: FetchInit): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const headers = Object.fromEntries(headersIn(given))
  if (body === undefined || body === null) return { headers }
  if (typeof body === 'string') return { headers, payload: body }
  if (body instanceof Uint8Array) return { headers, payload: Buffer.from(body) }
  if (!ENCODED.some((kind) => body instanceof kind)) {
    throw new TypeError('The body must be a text, a form or bytes: write JSON with JSON.stringify')
  }
  // An aborted request reads no more of its body.
  const sent = body instanceof ReadableStream && signal ? body.pipeThrough(new TransformStream(), { signal }) : body
  const encoded = new Response(sent as ConstructorParameters<typeof Response>[0])
  const type = encoded.headers.get('content-type')
  // The content type of a form contains the boundary between its parts.
  const typed = type === null || (hasType(headers) && !(body instanceof FormData)) ? {} : { 'content-type': type }
  return { headers: { ...headers, ...typed }, payload: Buffer.from(await encoded.arrayBuffer()) }
}

/** Bodies that `Response` can encode. It would turn any other object into text such as `[object Object]`. */
const ENCODED = [FormData, URLSearchParams, Blob, ReadableStream, ArrayBuffer] as const

const hasType = (headers: object) => Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')

/** Headers without a value are left out, such as a token from an unset variable. */
function headersIn(given: NonNullable<FetchInit['headers']>): readonly (readonly [string, string])[] {
  const pairs = Symbol.iterator in given ? [...(given as Iterable<readonly [string, string]>)] : Object.entries(given)
  return pairs.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as const],
  )
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function toHeaders(from: Readonly<Record<string, unknown>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(from)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, String(one))
  }
  return headers
}
