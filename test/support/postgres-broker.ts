/**
 * One PostgreSQL server for a whole test run, started when the first test asks for it: `DATABASE_URL` where that is
 * set, otherwise one of our own. Test files run in processes of their own, so they ask over a socket.
 */

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedServer, startEmbedded } from './embedded-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for the URL of the server. */
    readonly postgresBroker: string
    /** The prefix of the databases that the processes of this run copy. */
    readonly templatePrefix: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<EmbeddedServer> | undefined
  const given = process.env.DATABASE_URL ?? ''
  const templatePrefix = `lectern_template_${randomUUID().slice(0, 8)}_`
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
  project.provide('templatePrefix', templatePrefix)
  return async () => {
    broker.closeAllConnections()
    broker.close()
    if (given !== '') await dropAll(given, templatePrefix)
    await (await server)?.stop()
  }
}

/** A server of our own goes with everything in it; one that was given stays, without our templates. */
async function dropAll(url: string, prefix: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ readonly datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  await client.end()
}
