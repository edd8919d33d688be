/** Responses that are made while they are sent. */

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../src/config/limits.ts'
import { ApiError } from '../src/errors/api-error.ts'
import { createCompress } from '../src/http/compress.ts'
import { fetchFrom } from '../src/http/fetch.ts'
import { listen } from '../src/http/listen.ts'
import { createLogger } from '../src/http/logger.ts'
import { createServer, type HttpServer } from '../src/http/server.ts'
import { TIMEOUTS, type Timeouts } from '../src/http/timeouts.ts'
import type { Answer, Chunk, HttpRequest } from '../src/request/http-request.ts'
import { CORS } from './support/http-server.ts'

const HOST = '127.0.0.1'
const CHUNK = `${'x'.repeat(63)}\n`.repeat(1_024)

const servers: HttpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

interface Options {
  readonly isLive?: boolean
  readonly timeouts?: Partial<Timeouts>
  readonly ending?: AbortSignal
  readonly unreadBytes?: number
}

type Make = (request: HttpRequest) => AsyncIterable<Chunk>

async function start(make: Make, { isLive = false, timeouts = {}, ending, unreadBytes }: Options = {}) {
  const log: string[] = []
  const ends: (string | null)[] = []
  const answer: Answer = async (request) => ({
    status: 200,
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: '',
    stream: { isLive, chunks: () => make(request), ...(ending === undefined ? {} : { ending }) },
  })
  const server = createServer({
    answer,
    settings: {
      cors: CORS,
      limits: DEFAULT_LIMITS,
    },
    logger: createLogger({ write: (text) => log.push(text) }),
    compress: createCompress(),
    timeouts: { ...TIMEOUTS, ...timeouts },
    ...(unreadBytes === undefined ? {} : { unreadBytes }),
    onStream: () => (failure) => ends.push(failure?.code ?? null),
  })
  servers.push(server)
  const url = await listen(server, { host: HOST, port: 0 })
  return { server, url, log, ends, inProcess: fetchFrom(server) }
}

const plain = { headers: { 'Accept-Encoding': 'identity' } }

async function* lines(count: number): AsyncGenerator<string> {
  for (let number = 0; number < count; number += 1) yield `${number}\n`
}

/** Until it holds; the test's own timeout ends it otherwise. */
async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5)
}

describe('streamed responses', () => {
  it('arrive whole, by socket and in the process, and are logged once, at their end', async () => {
    const { url, inProcess, log, ends } = await start(() => lines(300))
    const whole = Array.from({ length: 300 }, (_, number) => `${number}\n`).join('')
    const response = await fetch(`${url}/list`, plain)
    expect(response.headers.get('transfer-encoding')).toBe('chunked')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe(whole)
    expect(await (await inProcess('/list')).text()).toBe(whole)
    await eventually(() => ends.length === 2)
    expect(ends).toEqual([null, null])
    const logged = log.map((line) => JSON.parse(line))
    expect(logged).toMatchObject([
      { status: 200, bytes: whole.length },
      { status: 200, bytes: whole.length },
    ])
  })

  it('of nothing are empty', async () => {
    const { url } = await start(() => lines(0))
    expect(await (await fetch(url)).text()).toBe('')
  })

  it('leave the connection usable, and are not begun by HEAD', async () => {
    let begun = 0
    const { url } = await start(() => {
      begun += 1
      return lines(2)
    })
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), begun]).toEqual([200, null, 0])
    const socket = connect(Number(new URL(url).port), HOST)
    socket
      .setEncoding('utf8')
      .write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let received = ''
    for await (const chunk of socket) received += chunk
    expect(received.split('HTTP/1.1 200 OK').length - 1).toBe(2)
  })

  it.each(['gzip', 'br'])('are compressed with %s where that is accepted', async (encoding) => {
    const { url, log, ends } = await start(async function* () {
      for (let number = 0; number < 20; number += 1) yield CHUNK
    })
    const response = await fetch(url, { headers: { 'Accept-Encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(await response.text()).toBe(CHUNK.repeat(20))
    await eventually(() => ends.length === 1)
    expect(JSON.parse(log[0] ?? '{}').bytes).toBeLessThan(20_000)
  })

  it('send live chunks at once, uncompressed', async () => {
    let next = () => {}
    const { url } = await start(
      async function* () {
        yield 'one'
        await new Promise<void>((resolve) => {
          next = resolve
        })
        yield 'two'
      },
      { isLive: true },
    )
    const response = await fetch(url)
    expect(response.headers.get('content-encoding')).toBeNull()
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('one')
    next()
    expect((await reader?.read())?.value).toBe('two')
    expect((await reader?.read())?.done).toBe(true)
  })
})

describe('failures of streamed responses', () => {
  it('before the first chunk are a response of their own', async () => {
    // biome-ignore lint/correctness/useYield: it fails before.
    const { url, ends } = await start(async function* (): AsyncGenerator<string> {
      throw new ApiError('FORBIDDEN')
    })
    const response = await fetch(url)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { status: 403 } })
    expect(ends).toEqual([])
  })

  it.each(['identity', 'gzip'])(
    'after it close the connection, what came before having been sent (%s)',
    async (encoding) => {
      const { url, inProcess, ends, log } = await start(async function* () {
        yield 'first\n'
        yield 'the reason\n'
        throw new Error('broken')
      })
      const response = await fetch(url, { headers: { 'Accept-Encoding': encoding } })
      await expect(response.text()).rejects.toThrow('terminated')
      await expect((await inProcess('/')).text()).rejects.toThrow()
      const raw = await receive(url, `Accept-Encoding: ${encoding}\r\n`)
      const body = Buffer.concat(chunksOf(raw.subarray(raw.indexOf('\r\n\r\n') + 4)))
      const text = encoding === 'gzip' ? gunzipSync(body, { finishFlush: 2 }).toString() : body.toString()
      expect(text).toBe('first\nthe reason\n')
      await eventually(() => ends.length === 3)
      expect(ends).toEqual(['INTERNAL', 'INTERNAL', 'INTERNAL'])
      expect(log.join('')).toContain('"code":"INTERNAL"')
    },
  )

  it('a client that goes away ends it', async () => {
    const ended: unknown[] = []
    const { url, inProcess, ends } = await start(async function* ({ signal }) {
      try {
        while (true) {
          yield CHUNK
          await pause(1)
        }
      } finally {
        ended.push(signal?.reason)
      }
    })
    for (const ask of [fetch, inProcess]) {
      const reader = (await ask(url)).body?.getReader()
      await reader?.read()
      await reader?.cancel()
    }
    await eventually(() => ended.length === 2 && ends.length === 2)
    expect(ends).toEqual(['CLIENT_GONE', 'CLIENT_GONE'])
    expect(ended).toMatchObject([{ code: 'CLIENT_GONE' }, { code: 'CLIENT_GONE' }])
  })

  it('a client that does not read is not written for', async () => {
    let made = 0
    const { url, server, ends } = await start(async function* () {
      while (true) {
        made += 1
        yield CHUNK
      }
    })
    const socket = connect(Number(new URL(url).port), HOST).on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.pause()
    let before = -1
    while (before !== made) {
      before = made
      await pause(200)
    }
    // The buffers of the operating system on both sides, and no more.
    expect(made * CHUNK.length).toBeLessThan(32 * 1024 * 1024)
    expect(await new Promise((resolve) => server.node.getConnections((_, count) => resolve(count)))).toBe(1)
    socket.destroy()
    await eventually(() => ends.length === 1)
    expect(ends).toEqual(['CLIENT_GONE'])
  })
})

describe('a stream that has to end', () => {
  it('clients that do not read hold no more together than there may be unread', async () => {
    const unreadBytes = 32 * 1024 * 1024
    const { url, server, ends } = await start(
      async function* () {
        yield 'x'.repeat(unreadBytes)
      },
      { isLive: true, unreadBytes },
    )
    const sockets = Array.from({ length: 3 }, () => {
      const socket = connect(Number(new URL(url).port), HOST).on('error', () => undefined)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      return socket.pause()
    })
    await eventually(() => ends.length === 2)
    // Those that were sent their last chunk are ended, too.
    expect(ends).toEqual(['CLIENT_GONE', 'CLIENT_GONE'])
    expect(await new Promise((resolve) => server.node.getConnections((_, count) => resolve(count)))).toBe(1)
    for (const socket of sockets) socket.destroy()
  })

  it('ends for a client that does not read, and says why to one that does', async () => {
    const ending = new AbortController()
    let isEnded = false
    const { url, ends } = await start(
      async function* () {
        try {
          while (!ending.signal.aborted) yield CHUNK
          yield 'the reason\n'
          throw ending.signal.reason
        } finally {
          isEnded = true
        }
      },
      { ending: ending.signal },
    )
    const socket = connect(Number(new URL(url).port), HOST).on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.pause()
    await pause(100)
    expect(isEnded).toBe(false)
    const reading = receive(url, '')
    await pause(100)
    ending.abort(new ApiError('QUERY_TIMEOUT'))
    expect((await reading).subarray(-100).toString()).toContain('the reason')
    await eventually(() => isEnded && ends.length === 2)
    expect(ends).toEqual(['QUERY_TIMEOUT', 'QUERY_TIMEOUT'])
    socket.destroy()
  })
})

describe('shutting down', () => {
  it('waits for a streamed response', async () => {
    const { url, server } = await start(async function* () {
      yield 'one\n'
      await pause(100)
      yield 'two\n'
    })
    const response = await fetch(url)
    const closing = server.close()
    expect(await response.text()).toBe('one\ntwo\n')
    await closing
  })

  it('tells one that takes too long, and closes its connection', async () => {
    const { url, server, ends } = await start(endless, { timeouts: { stop: 50 } })
    const response = await fetch(url, plain)
    const text = response.text()
    const refused = expect(text).rejects.toThrow('terminated')
    await server.close()
    await refused
    expect(ends).toEqual(['SHUTTING_DOWN'])
  })

  it('does not wait for live ones', async () => {
    const { url, server, ends } = await start(endless, { isLive: true, timeouts: { stop: 60_000 } })
    const response = await fetch(url)
    const refused = expect(response.text()).rejects.toThrow('terminated')
    await server.close()
    await refused
    expect(ends).toEqual(['SHUTTING_DOWN'])
  })
})

/** One chunk, and then nothing until it is no longer wanted. */
async function* endless({ signal }: HttpRequest): AsyncGenerator<string> {
  yield 'one\n'
  await new Promise((resolve) => signal?.addEventListener('abort', resolve))
  signal?.throwIfAborted()
}

/** All bytes until the server hangs up. */
async function receive(url: string, headers: string): Promise<Buffer> {
  const socket = connect(Number(new URL(url).port), HOST)
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
  const all: Buffer[] = []
  for await (const chunk of socket) all.push(chunk as Buffer)
  return Buffer.concat(all)
}

/** Of a chunked body. */
function chunksOf(body: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.subarray(at, end).toString(), 16)
    chunks.push(body.subarray(end + 2, end + 2 + length))
    at = end + 4 + length
  }
  return chunks
}
