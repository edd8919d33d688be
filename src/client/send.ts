/** Sends one request, and reads its response. */

import type { CallOptions } from './answers.ts'
import { joinHeaders } from './join-headers.ts'
import { errorOf, LecternError } from './lectern-error.ts'
import { queryString } from './query-string.ts'

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | FormData
  readonly signal?: AbortSignal
}

export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  text(): Promise<string>
  /** Only needed by `watch` and `export`. */
  readonly body?: ReadableStream<Uint8Array> | null
}

export interface Transport {
  /** With the prefix of the API, without a trailing slash. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: Fetch
  /** Whether long queries are sent in the body. */
  readonly longInBody: boolean
}

/** In characters. Proxies accept URLs of 4,000 to 8,000. */
const LONG_QUERY = 3_000

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the URL of the API. */
  readonly path: string
  readonly query?: object | undefined
  /** Sent as JSON unless it is a form. */
  readonly body?: object | undefined
  readonly options?: CallOptions | undefined
}

/** The body of the response; undefined when it has none. Throws a LecternError for a non-2xx status. */
export async function send(request: Request, to: Transport): Promise<unknown> {
  const response = await open(request, to)
  const received = await response.text()
  try {
    return received === '' ? undefined : JSON.parse(received)
  } catch {
    const origin = { method: request.method, url: `${to.url}/${request.path}`, status: response.status }
    const hint = 'Something else than the API has responded: check the url of the client'
    throw new LecternError(origin, 'UnknownError', 'The response is not JSON', { hint })
  }
}

/** A response with a 2xx status, whose body is not read yet. */
export async function open(request: Request, to: Transport): Promise<FetchResponse> {
  const { method, path, query, body, options } = request
  const text = queryString(query ?? {})
  const url = `${to.url}/${path}`
  const inBody = to.longInBody && method === 'GET' && text.length > LONG_QUERY
  const { headers, content } = inBody ? { headers: AS_FORM, content: text } : encoded(body)
  const response = await to.fetch(text === '' || inBody ? url : `${url}?${text}`, {
    method: inBody ? 'QUERY' : method,
    headers: joinHeaders(to.headers, headers, options?.headers),
    ...(content === undefined ? {} : { body: content }),
    ...(options?.signal === undefined ? {} : { signal: options.signal }),
  })
  if (response.ok) return response
  throw errorOf({ method, url, status: response.status }, response.statusText, await response.text())
}

const AS_FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

interface Encoded {
  readonly headers: Readonly<Record<string, string>>
  readonly content: string | FormData | undefined
}

/** `fetch` sets the Content-Type of a form itself, because it contains the boundary of the parts. */
function encoded(body: object | undefined): Encoded {
  if (body === undefined || body instanceof FormData) return { headers: {}, content: body }
  return { headers: { 'Content-Type': 'application/json' }, content: JSON.stringify(body) }
}
