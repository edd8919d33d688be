/** One request and its answer. */

import type { CallOptions } from './answers.ts'
import { errorOf } from './lectern-error.ts'
import { queryString } from './query-string.ts'

/** As much of `fetch` as is used. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  text(): Promise<string>
}

export interface Transport {
  /** With the prefix of the API, without a slash at the end. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: Fetch
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the URL of the API. */
  readonly path: string
  readonly query?: object | undefined
  readonly data?: object | undefined
  readonly options?: CallOptions | undefined
}

/** The body of the answer; undefined when it has none. Throws a LecternError when it is none of success. */
export async function send({ method, path, query = {}, data, options = {} }: Request, to: Transport): Promise<unknown> {
  const text = queryString(query)
  const response = await to.fetch(`${to.url}/${path}${text === '' ? '' : `?${text}`}`, {
    method,
    headers: {
      ...to.headers,
      ...(data === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  const body = await response.text()
  if (!response.ok) throw errorOf(response.status, response.statusText, body)
  return body === '' ? undefined : JSON.parse(body)
}
