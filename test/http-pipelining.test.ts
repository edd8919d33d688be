/** Clients that send without waiting, and clients that do not read: over real sockets. */

import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../src/config/limits.ts'
import { BACKLOG_UNDER_WAY } from '../src/http/backlog.ts'
import { PIPELINED_REQUESTS } from '../src/http/connections.ts'
import { listen } from '../src/http/listen.ts'
import { createLogger } from '../src/http/logger.ts'
import { createServer, type HttpServer } from '../src/http/server.ts'
import { TIMEOUTS } from '../src/http/timeouts.ts'
import type { Answer } from '../src/request/http-request.ts'
import { CORS } from './support/http-server.ts'

const HOST = '127.0.0.1'
const MIB = 1024 * 1024

/** Also on a machine with much else to do. */
const IN_TIME = { timeout: 15_000 }

const servers: HttpServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await server.close()
})

async function start(answer: Answer, { answerTime = 10_000, unreadBytes = 1024 * MIB, stop = TIMEOUTS.stop } = {}) {
  const server = createServer({
    answer,
    settings: {
      cors: CORS,
      limits: DEFAULT_LIMITS,
    },
    logger: createLogger({ level: 'silent' }),
    timeouts: { ...TIMEOUTS, answer: answerTime, stop },
    unreadBytes,
  })
  servers.push(server)
  const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
  const open = () => new Promise<number>((resolve) => server.node.getConnections((_error, count) => resolve(count)))
  return { server, port, open }
}

/** `isReading`: whether the client reads what it gets. */
function client(port: number, text: string, isReading = true) {
  const socket = connect(port, HOST, () => socket.write(text))
  sockets.push(socket)
  const received: Buffer[] = []
  const closed = new Promise<string>((resolve) =>
    socket.once('close', () => resolve(Buffer.concat(received).toString('latin1'))),
  )
  socket.on('error', () => undefined)
  if (isReading) socket.on('data', (chunk: Buffer) => received.push(chunk))
  else socket.pause()
  return { socket, closed }
}

const get = (url: string, more = '') => `GET ${url} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const targets = (received: string) => [...received.matchAll(/target \/(\d+)/g)].map(([, number]) => Number(number))

/** Says what was asked, after a moment, and how many were under way at once. */
function counting() {
  let [running, most] = [0, 0]
  const answer: Answer = async ({ url }) => {
    running += 1
    most = Math.max(most, running)
    await pause(2)
    running -= 1
    return { status: 200, headers: {}, body: `target ${url}` }
  }
  return { answer, most: () => most }
}

describe('requests that are sent before the response to the first', () => {
  it('are answered in turn, one at a time', async () => {
    const { answer, most } = counting()
    const { port } = await start(answer)
    const asked = numbers(30).map((index) => get(`/${index}`, index === 29 ? 'Connection: close\r\n' : ''))
    expect(targets(await client(port, asked.join('')).closed)).toEqual(numbers(30))
    expect(most()).toBe(1)
  })

  it('are answered too where their heads are long', async () => {
    const { answer } = counting()
    const { port } = await start(answer)
    const long = `X-Long: ${'x'.repeat(10_000)}\r\n`
    const asked = numbers(40).map((index) => get(`/${index}`, index === 39 ? `Connection: close\r\n${long}` : long))
    expect(targets(await client(port, asked.join('')).closed)).toEqual(numbers(40))
  })

  it('have their bodies', async () => {
    const { port } = await start(async ({ body }) => {
      await pause(2)
      return { status: 200, headers: {}, body: `target /${body?.length}` }
    })
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const posts = [1, 100_000, 3].map((size) => `${head}Content-Length: ${size}\r\n\r\n${'x'.repeat(size)}`)
    const received = await client(port, `${posts.join('')}${get('/', 'Connection: close\r\n')}`).closed
    expect(targets(received)).toEqual([1, 100_000, 3])
  })

  it('are not all read: the connection is closed after the first of them', async () => {
    const { answer } = counting()
    const { server, port } = await start(answer)
    let read = 0
    server.node.on('request', () => {
      read += 1
    })
    const flood = numbers(5_000).map((index) => get(`/${index}`))
    const received = await client(port, flood.join('')).closed
    expect(targets(received)).toEqual(numbers(1 + PIPELINED_REQUESTS))
    expect(received.match(/connection: close/gi)).toHaveLength(1)
    expect(read).toBe(1 + PIPELINED_REQUESTS)
  })

  it('wait for none whose body cannot be read', async () => {
    const { answer } = counting()
    const { port } = await start(answer)
    const post =
      'POST /1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense'
    const received = await client(port, `${get('/0')}${post}`).closed
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

  it('keep the place of one that cannot be read', async () => {
    const { answer } = counting()
    const { port } = await start(answer)
    const received = await client(port, `${get('/0')}${get('/1')}GET /2 nonsense\r\n\r\n`).closed
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400'])
    expect(targets(received)).toEqual([0, 1])
  })

  it('are not answered after one that ends the connection', async () => {
    const { answer } = counting()
    const { port } = await start(answer)
    const received = await client(port, `${get('/0', 'Connection: close\r\n')}${get('/1')}`).closed
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })
})

describe('clients that wait for each response', () => {
  const CONNECTIONS = 20
  const EACH = 10
  const flood = (port: number) =>
    numbers(CONNECTIONS).map(() =>
      client(port, get('/flood').repeat(EACH - 1) + get('/flood', 'Connection: close\r\n')),
    )

  it('do not wait for requests with others behind them, of which few are under way', async () => {
    let begun = 0
    let answerFlood = (): void => undefined
    const permitted = new Promise<void>((resolve) => {
      answerFlood = resolve
    })
    const { port, open } = await start(async ({ url }) => {
      if (url === '/flood') {
        begun += 1
        await permitted
      }
      return { status: 200, headers: {}, body: url }
    })
    const flooding = flood(port)
    await expect.poll(open, IN_TIME).toBe(CONNECTIONS)
    await expect.poll(() => begun, IN_TIME).toBe(BACKLOG_UNDER_WAY)
    expect(await client(port, get('/cheap', 'Connection: close\r\n')).closed).toContain('/cheap')
    expect(begun).toBe(BACKLOG_UNDER_WAY)
    answerFlood()
    for (const { closed } of flooding) expect((await closed).match(/HTTP\/1\.1 200/g)).toHaveLength(EACH)
  })

  it('have their turn between those', async () => {
    const begun: string[] = []
    const { port, open } = await start(async ({ url }) => {
      begun.push(url)
      // However fast the machine is, most of the flood is still to come when the other client asks.
      if (url === '/flood') await pause(5)
      return { status: 200, headers: {}, body: url }
    })
    const flooding = flood(port)
    await expect.poll(open, { ...IN_TIME, interval: 1 }).toBeGreaterThan(0)
    const cheap = client(port, get('/cheap', 'Connection: close\r\n'))
    for (const { closed } of [cheap, ...flooding]) await closed
    expect(begun).toHaveLength(1 + CONNECTIONS * EACH)
    expect(begun.indexOf('/cheap')).toBeLessThan((CONNECTIONS * EACH) / 2)
  })

  it('are not kept from shutdown by requests that have not begun', async () => {
    const { server, port } = await start(
      ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      { stop: 200 },
    )
    let read = 0
    server.node.on('request', () => {
      read += 1
    })
    const flooding = flood(port)
    await expect.poll(() => read, IN_TIME).toBe(CONNECTIONS * EACH)
    await server.close()
    const received = await Promise.all(flooding.map(({ closed }) => closed))
    const refused = received.map((text) => text.match(/HTTP\/1\.1 \d+/g)?.join())
    expect(refused).toEqual(numbers(CONNECTIONS).map(() => 'HTTP/1.1 503'))
  })
})

describe('a response that is not read', () => {
  const body = 'x'.repeat(40 * MIB)
  const large: Answer = async () => ({ status: 200, headers: {}, body })

  it('is given up at the deadline of its request', async () => {
    const { port, open } = await start(large, { answerTime: 1_000 })
    client(port, get('/'), false)
    await expect.poll(open, IN_TIME).toBe(1)
    await expect.poll(open, IN_TIME).toBe(0)
  })

  it('is not given up while its client goes on reading', async () => {
    const { port } = await start(large, { answerTime: 1_000 })
    const { socket, closed } = client(port, get('/', 'Connection: close\r\n'))
    // For longer than the deadline, a little at a time.
    socket.on('data', () => {
      socket.pause()
      setTimeout(() => socket.resume(), 5)
    })
    expect((await closed).length).toBeGreaterThan(body.length)
  })

  it('gives way to others where there are too many', async () => {
    const { port, open } = await start(large, { unreadBytes: 60 * MIB })
    for (const _ of [1, 2, 3, 4]) client(port, get('/'), false)
    await expect.poll(open, IN_TIME).toBe(1)
    const other = client(port, get('/', 'Connection: close\r\n'))
    expect((await other.closed).length).toBeGreaterThan(body.length)
  })
})
