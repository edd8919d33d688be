import { stat } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../src/config/limits.ts'
import { ProjectError } from '../src/config/problem.ts'
import { maxConnections } from '../src/http/connection-limit.ts'
import { listen } from '../src/http/listen.ts'
import { createLogger } from '../src/http/logger.ts'
import { MOST_HEADERS } from '../src/http/read-request.ts'
import { createServer, type HttpServer } from '../src/http/server.ts'
import { TIMEOUTS, type Timeouts } from '../src/http/timeouts.ts'
import type { Answer } from '../src/request/http-request.ts'
import { CORS } from './support/http-server.ts'

const HOST = '127.0.0.1'
const URL_LENGTH = 1_000

const ok: Answer = async () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'fine' })

const servers: HttpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(answer: Answer = ok, timeouts: Partial<Timeouts> = {}, maxConnections = 1_000) {
  const server = createServer({
    answer,
    settings: {
      cors: CORS,
      limits: { ...DEFAULT_LIMITS, urlLength: URL_LENGTH },
    },
    logger: createLogger({ level: 'silent' }),
    timeouts: { ...TIMEOUTS, ...timeouts },
    maxConnections,
  })
  servers.push(server)
  const url = await listen(server, { host: HOST, port: 0 })
  return { server, url, port: Number(new URL(url).port) }
}

/** Sends bytes and reads until the server hangs up. */
function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, HOST, () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)))
  })
}

function expectEnvelope(received: string, status: number, name: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const headers = head.toLowerCase().split('\r\n')
  expect(headers).toContain('content-type: application/json; charset=utf-8')
  expect(headers).toContain('access-control-allow-origin: *')
  expect(headers).toContain('x-content-type-options: nosniff')
  expect(headers).toContain(`content-length: ${body.length}`)
  expect(headers).toContain('connection: close')
  expect(JSON.parse(body)).toEqual({ data: null, error: { status, name, message: expect.any(String), details: {} } })
}

/** A promise, and the function that keeps it. */
function gate() {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

describe('what node refuses', () => {
  it('headers that are too large: 431', async () => {
    const { port } = await start()
    const received = await talk(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(100_000)}\r\n\r\n`)
    expectEnvelope(received, 431, 'RequestHeaderFieldsTooLargeError')
  })

  it('more headers than node would keep, so that none of them is overlooked: 431', async () => {
    const { port } = await start()
    const others = Array.from({ length: MOST_HEADERS }, (_, index) => `X-${index}: 1\r\n`).join('')
    const received = await talk(port, `GET / HTTP/1.1\r\nHost: x\r\n${others}Authorization: Bearer x\r\n\r\n`)
    expectEnvelope(received, 431, 'RequestHeaderFieldsTooLargeError')
  })

  it.each([
    ['no HTTP at all', 'hello there\r\n\r\n'],
    ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['more than one Host', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['a compressed body', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ])('%s: 400', async (_, text) => {
    const { port } = await start()
    expectEnvelope(await talk(port, text), 400, 'BadRequestError')
  })

  it.each(['Müller', 'the owl'])('%s in the URL, not percent-encoded: 400, which says so', async (name) => {
    const { port } = await start()
    const received = await talk(port, `GET /?name=${name} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(received).toContain('400 Bad Request')
    expect(received).toContain('must be percent-encoded')
    expect(received).toContain('encodeURIComponent')
  })

  it('CONNECT: 405', async () => {
    const { port } = await start()
    const received = await talk(port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')
    expectEnvelope(received, 405, 'MethodNotAllowedError')
  })

  it('CONNECT of a client that goes away, which is no error', async () => {
    const { server, port } = await start()
    const connected = new Promise<Socket>((resolve) =>
      server.node.once('connect', (_, socket) => resolve(socket as Socket)),
    )
    const received = talk(port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')
    const socket = await connected
    expect(() => socket.emit('error', new Error('read ECONNRESET'))).not.toThrow()
    await received.catch(() => undefined)
    expect(socket.destroyed).toBe(true)
  })

  it('a request that does not end: 408', async () => {
    const { port } = await start(ok, { request: 100, check: 50 })
    expectEnvelope(await talk(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow'), 408, 'RequestTimeoutError')
  })
})

describe('what node would refuse', () => {
  it('answers a URL as long as the limit, with ordinary headers besides', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/${'x'.repeat(URL_LENGTH - 1)}`, { headers: { 'X-Big': 'x'.repeat(30_000) } })
    expect(response.status).toBe(200)
  })

  it('has 414 for one that is longer', async () => {
    const { url } = await start()
    expect((await fetch(`${url}/${'x'.repeat(URL_LENGTH)}`)).status).toBe(414)
  })

  it('ignores an expectation it does not know', async () => {
    const { port } = await start()
    const received = await talk(port, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.1 200 .*fine$/s)
  })

  it.each([
    ['OPTIONS *', '*'],
    ['GET http://example.com/api/articles?x=1', '/api/articles?x=1'],
    ['GET http://example.com', '/'],
    ['GET http://example.com?x=/1', '/?x=/1'],
    ['GET //double', '//double'],
  ])('hands on the target of %s', async (line, target) => {
    const { port } = await start(async ({ url }) => ({ status: 200, headers: {}, body: `target ${url}` }))
    const received = await talk(port, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(received.split('\r\n\r\n')[1]).toBe(`target ${target}`)
  })

  it('does not follow an upgrade', async () => {
    const { port } = await start()
    const received = await talk(
      port,
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    )
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('reads nothing from the connection after an offer to upgrade, where node loses its place', async () => {
    const { port } = await start()
    const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'
    const received = await talk(port, `${upgrade}GET / HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(1)
    expect(received).toMatch(/\r\nconnection: close\r\n/i)
  })

  it('reads nothing from the connection after chunks in HTTP/1.0, whose end a proxy may see elsewhere', async () => {
    const { port } = await start()
    const headers = 'Connection: keep-alive\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked'
    const chunked = `POST / HTTP/1.0\r\n${headers}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
    const received = await talk(port, `${chunked}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(1)
    expect(received).toMatch(/\r\nconnection: close\r\n/i)
  })

  it('drains a body and keeps the connection for the next request', async () => {
    const { port } = await start()
    const body = 'y'.repeat(200_000)
    const first = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const received = await talk(port, `${first}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
  })

  it('sends the length and no body for HEAD', async () => {
    const { port } = await start()
    const received = await talk(port, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(received).toMatch(/content-length: 4\r\n/i)
    expect(received).toMatch(/\r\n\r\n$/)
  })
})

describe('closing', () => {
  it('finishes what is under way, refuses what is new, and leaves no connection', async () => {
    const asked = gate()
    const finish = gate()
    const { server, url, port } = await start(async (request) => {
      if (request.url === '/slow') {
        asked.open()
        await finish.passed
      }
      return ok(request)
    })
    const silent = connect(port, HOST)
    const hungUp = new Promise((resolve) => silent.on('close', resolve))
    const slow = fetch(`${url}/slow`)
    await asked.passed
    const closed = server.close()
    const refused = await fetch(`${url}/new`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('connection')).toBe('close')
    expect(await refused.json()).toMatchObject({ data: null, error: { name: 'ServiceUnavailableError' } })
    finish.open()
    expect(await (await slow).text()).toBe('fine')
    await closed
    await hungUp
    await expect(fetch(url)).rejects.toThrow()
  })

  it('answers on a connection that is so new that nothing was read from it', async () => {
    const { server, port } = await start()
    const closed = new Promise((resolve) => server.node.once('connection', () => resolve(server.close())))
    expectEnvelope(await talk(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 503, 'ServiceUnavailableError')
    await closed
  })

  it('answers a request that has arrived and is not read yet', async () => {
    const { server, port } = await start()
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
    let [received, closed] = ['', Promise.resolve()]
    const socket = connect(port, HOST, () => socket.write(request))
    socket.setEncoding('utf8').once('data', () => {
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.write(request, () => {
        closed = server.close()
      })
    })
    await new Promise((resolve) => socket.once('close', resolve))
    await closed
    expectEnvelope(received, 503, 'ServiceUnavailableError')
  })

  it('does not wait for bodies that are arriving', async () => {
    const { server, port } = await start(ok, { arriving: 50, stop: 60_000 })
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'
    const received = new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, HOST, () => socket.write(`${head}{"data":`))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text)).on('error', () => undefined)
    })
    await new Promise((resolve) => server.node.once('request', resolve))
    await server.close()
    expectEnvelope(await received, 503, 'ServiceUnavailableError')
  })

  it('does not wait for a client that went away', async () => {
    const asked = gate()
    const { server, port } = await start(() => {
      asked.open()
      return new Promise(() => undefined)
    })
    const socket = connect(port, HOST, () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    )
    await asked.passed
    socket.destroy()
    await server.close()
  })
})

describe('a client that closes its side after the request', () => {
  const half = (port: number, text: string) =>
    new Promise<string>((resolve, reject) => {
      let received = ''
      const socket = connect({ port, host: HOST, allowHalfOpen: true }, () => socket.end(text))
      socket.setEncoding('utf8').on('data', (chunk) => {
        received += chunk
      })
      socket.on('end', () => resolve(received)).on('error', reject)
    })
  const slowly: Answer = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return ok(request)
  }

  it('has its response', async () => {
    const { port } = await start(slowly)
    const received = await half(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(received.replaceAll('HTTP/1.1 102 Processing\r\n\r\n', '')).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nfine$/s)
  })

  it('has all of them, where it sent more than one request', async () => {
    const { port } = await start(slowly)
    const received = await half(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
    expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(3)
  })

  it('gets an error where the request is incomplete', async () => {
    const { port } = await start()
    expectEnvelope(await half(port, 'GET / HTTP/1.1\r\nHost: x\r\n'), 400, 'BadRequestError')
  })
})

describe('more connections than there may be', () => {
  const opened = (port: number, text: string) =>
    new Promise<{ readonly closed: Promise<void> }>((resolve) => {
      const socket = connect(port, HOST, () => socket.write(text, () => resolve({ closed })))
      const closed = new Promise<void>((close) =>
        socket
          .resume()
          .on('error', () => undefined)
          .on('close', () => close()),
      )
    })

  it('close the oldest that asks for nothing, then one whose body does not come, never one that waits', async () => {
    const asked = [gate(), gate(), gate()]
    const finish = gate()
    const answer: Answer = async (request) => {
      asked[Number(request.url.slice(1))]?.open()
      await finish.passed
      return ok(request)
    }
    const slow = (place: number) => `GET /${place} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    const { port } = await start(answer, {}, 3)
    const waiting = talk(port, slow(0))
    await asked[0]?.passed
    const body = await opened(port, 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n')
    const silent = await opened(port, 'GET / HTTP/1.1\r\nX: ')
    for (const [place, closed] of [silent.closed, body.closed].entries()) {
      void opened(port, slow(place + 1))
      await Promise.all([closed, asked[place + 1]?.passed])
    }
    expect(await talk(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => 'refused')).toMatch(/^(refused)?$/)
    finish.open()
    expect(await waiting).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('are those that would leave no descriptors for files and the database', () => {
    const limits = (most: string) =>
      `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${most}  1048576  files\n`
    expect(maxConnections(limits('65536'))).toBe(65_280)
    expect(maxConnections(limits('300'))).toBe(150)
    expect(maxConnections(limits('unlimited'))).toBe(Number.POSITIVE_INFINITY)
    expect(maxConnections(null)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('the signal of a request', () => {
  it.each(['1.0', '1.1'])('is aborted when the client goes, with HTTP/%s', async (version) => {
    const asked = gate()
    const reason = new Promise<unknown>((resolve) => {
      const answer: Answer = ({ signal }) => {
        asked.open()
        signal?.addEventListener('abort', () => resolve(signal.reason))
        return new Promise(() => undefined)
      }
      void start(answer).then(({ port }) => {
        const socket = connect(port, HOST, () => socket.write(`GET / HTTP/${version}\r\nHost: x\r\n\r\n`))
        void asked.passed.then(() => socket.destroy())
      })
    })
    expect(await reason).toMatchObject({ code: 'CLIENT_GONE' })
  })

  it('is aborted when the client goes, also with requests that wait behind it', async () => {
    const asked = gate()
    const signals: (AbortSignal | undefined)[] = []
    const { port } = await start(({ signal }) => {
      signals.push(signal)
      asked.open()
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const socket = connect(port, HOST, () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    )
    await asked.passed
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
    socket.destroy()
    await expect.poll(() => signals.map((signal) => signal?.aborted), { timeout: 5_000 }).toEqual([true])
    expect(signals[0]?.reason).toMatchObject({ code: 'CLIENT_GONE' })
  })

  it('is not aborted when the answer is out', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const { server, url } = await start(async (request) => {
      signals.push(request.signal)
      return ok(request)
    })
    for (const _ of [1, 2]) await (await fetch(url)).text()
    await server.close()
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, false])
  })
})

describe('the deadline', () => {
  it('does not abort requests whose result arrived while the process was busy', async () => {
    const busy = 200
    const { url } = await start(
      () =>
        new Promise((resolve) => {
          stat('.', () => resolve({ status: 200, headers: {}, body: 'arrived' }))
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busy)
        }),
      { answer: busy / 4 },
    )
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([200, 'arrived'])
  })
})

describe('listen', () => {
  it('says what to do about a port in use', async () => {
    const { port } = await start()
    const other = createServer({
      answer: ok,
      settings: {
        cors: { origin: '*', methods: [], headers: [], expose: [], credentials: false, maxAge: 1 },
        limits: DEFAULT_LIMITS,
      },
      logger: createLogger({ level: 'silent' }),
    })
    servers.push(other)
    await expect(listen(other, { host: HOST, port })).rejects.toThrow(
      new ProjectError([
        {
          file: null,
          path: null,
          message: `Port ${port} is in use. Stop the other program or choose another port with --port.`,
        },
      ]),
    )
    await expect(listen(other, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
      'This machine has no address 192.0.2.1.',
    )
    await expect(listen(other, { host: HOST, port: 70_000 })).rejects.toThrow('70000 is not a port.')
  })
})
