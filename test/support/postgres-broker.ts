/**
 * One PostgreSQL server for a whole test run, started when the first test asks for it: `DATABASE_URL` where that is
 * set, otherwise one of our own. Test files run in processes of their own, so they ask over a socket.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type EmbeddedServer, startEmbedded } from './embedded-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for the URL of the server. */
    readonly postgresBroker: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<EmbeddedServer> | undefined
  const given = process.env.DATABASE_URL ?? ''
  const broker = createServer((_request, response) => {
    if (given !== '') return response.end(given)
    server ??= startEmbedded()
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  project.provide('postgresBroker', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`)
  return async () => {
    broker.closeAllConnections()
    broker.close()
    await (await server)?.stop()
  }
}
