/** The server without a socket: a request as `fetch` makes it, the response as a standard `Response`. */

import type { Readable } from 'node:stream'
import type { Response as Injected, InjectOptions } from 'light-my-request'
import type { HttpServer } from './server.ts'
import { toWebStream } from './web-stream.ts'

export interface FetchInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>> | Headers
  readonly body?: string | Uint8Array | FormData
}

export type Fetch = (input: string | URL | Request, init?: FetchInit) => Promise<Response>

/** https://fetch.spec.whatwg.org/#null-body-status: `Response` refuses a body with these. */
const BODILESS = new Set([204, 205, 304])

export function fetchFrom(server: Pick<HttpServer, 'inject'>): Fetch {
  return async (input, init = {}) => {
    const request =
      input instanceof Request ? await ofRequest(new Request(input, init as RequestInit)) : await ofUrl(input, init)
    const answer = await server.inject({ ...request, payloadAsStream: true })
    const bodiless = request.method === 'HEAD' || BODILESS.has(answer.statusCode)
    return new Response(bodiless ? null : await bodyOf(answer), {
      status: answer.statusCode,
      headers: toHeaders(answer.headers),
    })
  }
}

async function ofUrl(url: string | URL, init: FetchInit): Promise<InjectOptions> {
  return { url: String(url), method: methodOf(init.method ?? 'GET'), ...(await payload(init)) }
}

async function ofRequest(request: Request): Promise<InjectOptions> {
  const { url, method, headers, body } = request
  const sent = body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) }
  return { url, method: methodOf(method), headers: Object.fromEntries(headers), ...sent }
}

function methodOf(name: string): NonNullable<InjectOptions['method']> {
  return name.toUpperCase() as NonNullable<InjectOptions['method']>
}

/** The whole body, unless it is streamed. A reader that stops closes the connection, as with a socket. */
async function bodyOf(answer: Injected): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const stream = answer.stream()
  if (answer.headers['content-length'] !== undefined) return bytesOf(stream)
  stream.once('close', () => void (stream.readableEnded || answer.raw.res.destroy()))
  return toWebStream(stream)
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
async function payload({ body, headers: given = {} }: FetchInit): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const headers = given instanceof Headers ? Object.fromEntries(given) : { ...given }
  if (body === undefined) return { headers }
  if (!(body instanceof FormData)) {
    return { headers, payload: typeof body === 'string' ? body : Buffer.from(body) }
  }
  const form = new Response(body)
  const type = form.headers.get('content-type') ?? ''
  return { headers: { ...headers, 'content-type': type }, payload: Buffer.from(await form.arrayBuffer()) }
}

function toHeaders(from: Readonly<Record<string, unknown>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(from)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, String(one))
  }
  return headers
}
