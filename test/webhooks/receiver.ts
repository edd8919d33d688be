/** A receiver of webhooks on this machine, which responds as a test tells it to. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Receiver {
  readonly url: string
  /** Every request, in the order of arrival. */
  readonly received: Received[]
  /** From now on. Without it, 200 with no body. */
  respond(how: (response: ServerResponse, received: Received) => void): void
  /** Resolves when so many requests have come in all. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let respond = (response: ServerResponse, _received: Received): void => void response.end()
  const server = createServer(async (request, response) => {
    const text = await readBody(request)
    if (text === null) return
    const one = { headers: request.headers, text, body: JSON.parse(text) as Received['body'] }
    received.push(one)
    respond(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    respond: (how) => {
      respond = how
    },
    until: async (count) => {
      await vi.waitUntil(() => received.length >= count, { timeout: 60_000, interval: 5 })
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Null: the sender was killed before it had sent all of it. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return null
  }
  return Buffer.concat(chunks).toString()
}
