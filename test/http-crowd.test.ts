/** Many clients that connect at once, each with one request: over real sockets. */

import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../src/config/limits.ts'
import { listen } from '../src/http/listen.ts'
import { createLogger } from '../src/http/logger.ts'
import { createServer, type HttpServer } from '../src/http/server.ts'
import { TIMEOUTS, type Timeouts } from '../src/http/timeouts.ts'
import type { HttpRequest, HttpResponse } from '../src/request/http-request.ts'
import { CORS } from './support/http-server.ts'

const HOST = '127.0.0.1'
const CLIENTS = 60

/** Milliseconds: on a busy machine, a process may wait for seconds for a processor. */
const PATIENCE = 30_000

const servers: HttpServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await server.close()
})

/** Keeps the event loop busy. */
function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** `recall`: what is cached. */
async function start(
  recall: (request: HttpRequest) => HttpResponse | null = () => null,
  timeouts: Partial<Timeouts> = {},
) {
  const begun: string[] = []
  const server = createServer({
    answer: async ({ url }) => {
      begun.push(url)
      compute(5)
      return { status: 200, headers: {}, body: url }
    },
    recall,
    settings: {
      cors: CORS,
      limits: DEFAULT_LIMITS,
    },
    logger: createLogger({ level: 'silent' }),
    timeouts: { ...TIMEOUTS, ...timeouts },
  })
  servers.push(server)
  const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
  return { server, port, begun }
}

function send(port: number, url: string) {
  const socket = connect(port, HOST)
  sockets.push(socket)
  const head = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  const answered = head.then((text) => Number(text.split(' ')[1]))
  socket.on('error', () => undefined)
  socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return { answered, head }
}

const crowd = (port: number) => Array.from({ length: CLIENTS }, (_, index) => send(port, `/${index}`))

it('the last of them is read before the first are all worked on', async () => {
  const { server, port, begun } = await start()
  let begunBefore = Number.NaN
  server.node.on('request', ({ url }) => {
    if (url === '/last') begunBefore = begun.length
  })
  const clients = [...crowd(port), send(port, '/last')]
  await Promise.all(clients.map(({ answered }) => answered))
  // With one connection and one request in each iteration, it would be all of them.
  expect(begunBefore).toBeLessThan(CLIENTS / 2)
  expect(begun).toHaveLength(CLIENTS + 1)
})

it('a cached response is sent while the others wait', async () => {
  const { port, begun } = await start(({ url }) => (url === '/known' ? { status: 200, headers: {}, body: url } : null))
  const clients = crowd(port)
  await send(port, '/known').answered
  expect(begun.length).toBeLessThan(CLIENTS / 2)
  await Promise.all(clients.map(({ answered }) => answered))
})

it('a long cached response waits for its turn', async () => {
  const long = { status: 200, headers: {}, body: 'x'.repeat(200_000) }
  const { port, begun } = await start(({ url }) => (url === '/long' ? long : null))
  const clients = crowd(port)
  await send(port, '/long').answered
  expect(begun).toHaveLength(CLIENTS)
  await Promise.all(clients.map(({ answered }) => answered))
})

it('one that has gone before its turn costs nothing', async () => {
  const { server, port, begun } = await start()
  server.node.on('request', ({ url, socket }) => {
    // When the request is waiting already.
    if (url === '/gone') process.nextTick(() => socket.destroy())
  })
  const clients = crowd(port)
  send(port, '/gone')
  const last = send(port, '/last')
  await Promise.all([...clients, last].map(({ answered }) => answered))
  expect(begun).toContain('/last')
  expect(begun).not.toContain('/gone')
})

/** Stops the server when it has read all requests of a crowd, most of which have not begun. */
async function stopAmong({ server, port, begun }: Awaited<ReturnType<typeof start>>) {
  let read = 0
  const haveArrived = new Promise<void>((resolve) => {
    server.node.on('request', () => {
      read += 1
      if (read === CLIENTS) setImmediate(resolve)
    })
  })
  const clients = crowd(port)
  await haveArrived
  const before = begun.length
  const closing = server.close()
  const statuses = await Promise.all(clients.map(({ answered }) => answered))
  const heads = await Promise.all(clients.map(({ head }) => head))
  await closing
  return { before, statuses, told: heads.filter((head) => /\r\nconnection: close\r\n/i.test(head)).length }
}

it('those that wait when the server is stopped get their responses', async () => {
  const { before, statuses, told } = await stopAmong(await start(undefined, { stop: PATIENCE }))
  expect(before).toBeLessThan(CLIENTS / 2)
  expect(statuses).toEqual(Array(CLIENTS).fill(200))
  // Whoever sent another request on the same connection would get a 503, or none.
  expect(told).toBeGreaterThanOrEqual(CLIENTS - before)
})

it('those that still wait when the time for that is over are refused', async () => {
  const { statuses } = await stopAmong(await start(undefined, { stop: 50, lastWord: PATIENCE }))
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})
