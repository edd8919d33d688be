/** Clients that may hang up, each with its own connection. */

import { get } from 'node:http'

export interface Heard {
  /** 0 if the client hung up. */
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly milliseconds: number
}

/** The client hangs up after `patience` milliseconds, or with the signal. */
export function ask(url: string, patience = 60_000, signal?: AbortSignal): Promise<Heard> {
  const began = performance.now()
  return new Promise((resolve) => {
    const hear = (status: number, headers: Heard['headers'], body: string) => {
      clearTimeout(timer)
      resolve({ status, headers, body, milliseconds: performance.now() - began })
    }
    const request = get(url, { agent: false, ...(signal && { signal }) }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('end', () => hear(response.statusCode ?? 0, response.headers, body))
      response.on('error', () => hear(0, {}, ''))
    })
    request.on('error', () => hear(0, {}, ''))
    const timer = setTimeout(() => request.destroy(), patience)
  })
}

/** Seven nested lists: minutes of work on some hundred rows. `which` makes it another request. */
export const endless = (which: number): string =>
  `/api/articles?x=${which}&pagination[limit]=1&populate${'[author][populate][articles][populate]'.repeat(7)}=author`

/** Requests that were not sent before, so that no cached response answers them. */
export const cheap = (which: number): string => `/api/tags?sort=id&pagination[start]=${which}&pagination[limit]=3`

export const errorName = ({ body }: Heard): unknown => (JSON.parse(body) as { error: { name: unknown } }).error.name
