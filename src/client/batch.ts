/**
 * Sends several reads in one request. Each part gets its own client, whose single request waits for those of the
 * others.
 */

import type { CallOptions } from './answers.ts'
import { type Fetch, type FetchResponse, send, type Transport } from './send.ts'

/** The public type is in client.ts. */
type Ask = (client: object) => Promise<unknown>

interface Part {
  /** Undefined until the part sends its request. */
  url?: string
  readonly fetch: Fetch
  resolve(response: FetchResponse): void
  reject(error: unknown): void
}

type Waiting = readonly { readonly name: string; readonly part: Part }[]

interface Responses {
  readonly data: Readonly<Record<string, { readonly status: number; readonly body: unknown }>>
}

/** `clientWith`: makes a client that sends requests through the given fetch. */
export async function batch(
  to: Transport,
  asked: Readonly<Record<string, Ask>>,
  clientWith: (fetch: Fetch) => object,
  options?: CallOptions,
): Promise<object> {
  const parts = Object.entries(asked).map(([name, ask]) => ({ name, ask, part: waitingPart(name) }))
  const results = parts.map(({ ask, part }) => ask(clientWith(part.fetch)))
  const waiting = parts.filter(({ part }) => part.url !== undefined)
  const [values] = await Promise.all([Promise.all(results), settle(waiting, sendAll(to, waiting, options))])
  return Object.fromEntries(parts.map(({ name }, index) => [name, values[index]]))
}

async function settle(waiting: Waiting, sent: Promise<unknown>): Promise<void> {
  try {
    const { data } = (await sent) as Responses
    for (const { name, part } of waiting) part.resolve(responseOf(data[name]))
  } catch (error) {
    for (const { part } of waiting) part.reject(error)
  }
}

function waitingPart(name: string): Part {
  let settled: Pick<Part, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined }
  const response = new Promise<FetchResponse>((resolve, reject) => {
    settled = { resolve, reject }
  })
  const part: Part = {
    fetch: async (url, { method }) => {
      if (method !== 'GET' || part.url !== undefined) throw new TypeError(`"${name}" is not one read.`)
      part.url = url
      return response
    },
    ...settled,
  }
  return part
}

/** `https://site.example/cms/api` → the URL of the server, below which all paths begin with the prefix. */
function sendAll(to: Transport, waiting: Waiting, options: CallOptions | undefined): Promise<unknown> {
  const server = to.url.slice(0, to.url.lastIndexOf('/'))
  const queries = waiting.map(({ name, part }) => [name, part.url?.slice(server.length).replace(/^\/\.\//, '/')])
  const body = { queries: Object.fromEntries(queries) }
  return send({ method: 'POST', path: '_batch', body, options }, { ...to, url: server })
}

function responseOf(part: Responses['data'][string] | undefined): FetchResponse {
  const { status, body } = part ?? { status: 0, body: null }
  return { ok: status === 200, status, statusText: '', text: async () => JSON.stringify(body) }
}
