/**
 * A few reads of the project's own types before the first client comes: the first response of a process would otherwise
 * wait until code is compiled, a connection is open and a reader has started. Their responses are dropped, and nothing
 * of them is in caches, metrics or logs.
 */

import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { READS_ALL } from '../access/caller.ts'
import { findableTypes, nameInPath } from '../access/findable-types.ts'
import { answer } from '../answer/answer.ts'
import type { App } from '../answer/app.ts'
import { createCaches } from '../answer/caches.ts'
import { createRecall } from '../answer/recall.ts'
import { NO_OBSERVER } from '../execute/observer.ts'
import { asItIs } from '../http/compress.ts'
import { createLogger } from '../http/logger.ts'
import { createServer, type HttpServer } from '../http/server.ts'
import type { ContentType } from '../schema/schema.ts'

/** Milliseconds: startup takes no longer than this for it. A reader needs most of them to start. */
const LONGEST = 200

/** Types with the most attributes are the most to compile. */
const MOST_TYPES = 3

/** A statement runs in a process of its own at first, and on this thread when it was quick. */
const ROUNDS = 3

/** `app`: with a database that is not observed for metrics. */
export async function warmUp(app: App, longest = LONGEST): Promise<void> {
  const signal = AbortSignal.timeout(longest)
  const reads = readAll(app, signal).catch(() => undefined)
  await Promise.race([reads, pause(longest, undefined, { ref: false })])
}

async function readAll(app: App, signal: AbortSignal): Promise<void> {
  // The real one: rights of the public role are what most first requests need.
  await app.identify(undefined, await app.revisions.now())
  for (let round = 0; round < ROUNDS; round += 1) {
    // With empty caches each time: first requests are prepared, not found there.
    const server = serverFor(app, signal)
    for (const url of urlsOf(app)) {
      if (signal.aborted) return
      await send(server, url)
    }
  }
}

/** On a connection of its own, as first requests come, but not from the network: no client can reach this server. */
async function send({ node }: HttpServer, url: string): Promise<void> {
  const [client, socket] = duplexPair()
  node.emit('connection', socket)
  client.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await once(client.resume(), 'end')
}

function serverFor(app: App, signal: AbortSignal): HttpServer {
  const apart = withOwnCaches(app)
  return createServer({
    answer: (request) => answer({ ...request, signal }, apart),
    recall: () => null,
    settings: app.settings,
    logger: createLogger({ level: 'silent' }),
    compress: asItIs,
  })
}

function withOwnCaches(app: App): App {
  const { cache, serverTiming } = app.settings.rest
  const observer = NO_OBSERVER
  const caches = createCaches(cache)
  const recall = createRecall({ caches, cache, serverTiming, callerTables: [], observer })
  // A caller who may read every type makes the most code compile.
  return { ...app, caches, recall, observer, audit: () => undefined, identify: async () => READS_ALL }
}

/** One entry each, by its id and without a total: quick in tables of any size. */
function urlsOf({ schema, settings }: App): readonly string[] {
  return findableTypes({ schema, caller: READS_ALL })
    .toSorted((one, other) => other.attributes.size - one.attributes.size)
    .slice(0, MOST_TYPES)
    .flatMap((type) => readsOf(`${settings.rest.prefix}/${nameInPath(type)}`, type))
}

function readsOf(path: string, { kind }: ContentType): readonly string[] {
  if (kind === 'singleType') return [path, `${path}?populate=*`]
  const first = 'sort=id&pagination[limit]=1&pagination[withCount]=false'
  return [
    `${path}?${first}`,
    `${path}?${first}&fields[0]=documentId&filters[id][$gt]=0&filters[$or][0][documentId][$notNull]=true`,
    `${path}?${first}&populate=*`,
  ]
}
