/**
 * A fake Strapi: responds to recorded requests as Strapi did, and to all others as Lectern does, unless it is told to
 * lie.
 */

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientName } from '../../src/dialects/backend.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { recordedRequests, responseOn } from '../support/recorded-requests.ts'

export interface Said {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Another response, or null for the true one. `asked`: the number of earlier requests for this path. */
export type Lie = (path: string, truth: Said, asked: number, request: IncomingMessage) => Said | null | Promise<Said>

export interface StandIn {
  readonly url: string
  /** Path and headers of all requests so far. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  lie(lie: Lie): void
  close(): Promise<void>
}

export async function startStandIn(database: string): Promise<StandIn> {
  const lectern = await openProject({ project: fixture('magazine'), database, profile: 'strapi', env: { TZ: 'UTC' } })
  const recorded = recordedAnswers(database.startsWith('postgres') ? 'postgres' : 'sqlite')
  const requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []
  let lie: Lie = () => null
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const before = requests.filter((one) => one.path === path).length
    requests.push({ path, headers: request.headers })
    const credentials = request.headers.authorization
    const known = credentials === undefined ? recorded.get(path) : undefined
    const truth = known ?? (await ask(lectern, path, credentials))
    const said = (await lie(path, truth, before, request)) ?? truth
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers })
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lie: (next) => {
      lie = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await lectern.close()
    },
  }
}

async function ask(lectern: Lectern, path: string, credentials: string | undefined): Promise<Said> {
  const headers = credentials === undefined ? {} : { authorization: credentials }
  const response = await lectern.fetch(path, { headers })
  return { status: response.status, body: await response.json() }
}

/** Recorded responses with bodies to requests without credentials, by path. */
export function recordedAnswers(client: ClientName): ReadonlyMap<string, Said> {
  const known = recordedRequests().flatMap((recorded) => {
    const { status, body } = responseOn(client, recorded)
    const isPlain = recorded.as === undefined && recorded.headers === undefined
    return isPlain && status !== undefined && body !== undefined ? [[recorded.path, { status, body }] as const] : []
  })
  return new Map(known)
}
