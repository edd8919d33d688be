/** The server without a socket: a request as `fetch` makes it, the answer as a standard `Response`. */

import type { FastifyInstance, InjectOptions } from 'fastify'

export interface FetchInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type Fetch = (url: string, init?: FetchInit) => Promise<Response>

/** https://fetch.spec.whatwg.org/#null-body-status: `Response` refuses a body with these. */
const BODILESS = new Set([204, 205, 304])

export function fetchFrom(server: FastifyInstance): Fetch {
  return async (url, init = {}) => {
    const method = (init.method ?? 'GET').toUpperCase()
    const answer = await server.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: { ...init.headers },
      ...(init.body === undefined ? {} : { payload: init.body }),
    })
    const bodiless = method === 'HEAD' || BODILESS.has(answer.statusCode)
    return new Response(bodiless ? null : answer.body, {
      status: answer.statusCode,
      headers: toHeaders(answer.headers),
    })
  }
}

function toHeaders(from: Readonly<Record<string, unknown>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(from)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, String(one))
  }
  return headers
}
