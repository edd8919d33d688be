import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../config/limits.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { ARRIVING_BYTES } from './arriving-bodies.ts'
import { listen } from './listen.ts'
import { createLogger } from './logger.ts'
import { createServer, type HttpServer } from './server.ts'
import { TIMEOUTS, type Timeouts } from './timeouts.ts'

const HOST = '127.0.0.1'
const LIMIT = 1_000

const servers: HttpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

function start(timeouts: Timeouts = TIMEOUTS, bodySize = LIMIT) {
  const asked: HttpRequest[] = []
  const server = createServer({
    answer: async (request) => {
      asked.push(request)
      return { status: 200, headers: {}, body: 'fine' }
    },
    settings: {
      cors: { origin: '*', methods: [], headers: [], expose: [], credentials: false, maxAge: 1 },
      limits: { ...DEFAULT_LIMITS, bodySize },
    },
    logger: createLogger({ level: 'silent' }),
    timeouts,
  })
  servers.push(server)
  return { server, asked }
}

function talk(port: number, ...texts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, HOST, () => {
      for (const text of texts) socket.write(text)
    })
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)))
  })
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=x'

describe('bodies', () => {
  it.each([
    ['POST', JSON_TYPE, '{"a":"é"}', '{"a":"é"}'],
    ['PUT', 'application/json; charset=utf-8', '{', '{'],
    ['PATCH', 'application/x-www-form-urlencoded', 'a=1', 'a=1'],
    ['POST', JSON_TYPE, '\uFEFF{}', '{}'],
    ['POST', JSON_TYPE, 'x'.repeat(LIMIT), 'x'.repeat(LIMIT)],
    ['POST', 'text/plain', 'x', undefined],
    ['POST', 'multipart/form-data; boundary=x', 'x'.repeat(LIMIT * 2), undefined],
    ['DELETE', JSON_TYPE, '{}', undefined],
    ['GET', JSON_TYPE, '{}', undefined],
  ])('%s %s: %.20s', async (method, type, payload, body) => {
    const { server, asked } = start()
    const headers = { 'content-type': type }
    const response = await server.inject({ method: method as 'POST', url: '/', headers, payload })
    expect(response.statusCode).toBe(200)
    expect(asked[0]?.body).toBe(body)
  })

  it.each([
    ['not UTF-8', { 'content-type': JSON_TYPE }, Buffer.from([0x22, 0xff, 0x22]), 'The body is not UTF-8'],
    ['compressed', { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }, Buffer.from('x'), 'encoded as gzip'],
    ['a compressed form', { 'content-type': FORM_TYPE, 'content-encoding': 'br' }, Buffer.from('x'), 'encoded as br'],
  ])('refuses what is %s', async (_, headers, payload, message) => {
    const { server, asked } = start()
    const response = await server.inject({ method: 'POST', url: '/', headers, payload })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ data: null, error: { name: 'SyntaxError' } })
    expect(response.json().error.message).toContain(message)
    expect(asked).toEqual([])
  })

  it('is not read for what is refused anyway', async () => {
    const { server, asked } = start()
    const response = await server.inject({
      method: 'POST',
      url: '/%',
      headers: { 'content-type': JSON_TYPE },
      payload: 'x'.repeat(LIMIT + 1),
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().error.name).toBe('BadRequestError')
    expect(asked).toEqual([])
  })
})

describe('bodies over the limit: 413, and the connection lives on', () => {
  const next = 'GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\n`
  const body = 'x'.repeat(LIMIT * 100)

  it.each([
    ['announced', `${head}Content-Length: ${body.length}\r\n\r\n${body}`],
    ['in pieces', `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  ])('%s', async (_, request) => {
    const { server, asked } = start()
    const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
    const received = await talk(port, request, next)
    expect(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"name":"PayloadTooLargeError"[\s\S]*HTTP\/1\.1 200 /)
    expect(received).toContain('"details":{"limit":"bodySize","maximum":1000,"source":"body"}')
    expect(asked.map(({ url }) => url)).toEqual(['/next'])
  })

  it('a body that ends early is not a request', async () => {
    const { server, asked } = start()
    const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
    const socket = connect(port, HOST, () => socket.write(`${head}Content-Length: 100\r\n\r\n{`, () => socket.end()))
    await new Promise((resolve) => socket.on('close', resolve).resume())
    expect(asked).toEqual([])
  })
})

describe('bodies that take their time', () => {
  const slow = (type: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`

  it('a text that does not come: 408', async () => {
    const { server, asked } = start({ ...TIMEOUTS, request: 100 })
    const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
    const received = await talk(port, slow(JSON_TYPE))
    expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"name":"RequestTimeoutError"/)
    expect(asked).toEqual([])
  })

  it('an upload is handed on before it has arrived', async () => {
    const { server, asked } = start({ ...TIMEOUTS, request: 100 })
    const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
    const socket = connect(port, HOST, () => socket.write(slow('multipart/form-data; boundary=x')))
    await new Promise((resolve) => socket.once('data', resolve))
    expect(asked[0]?.stream).toBeDefined()
    socket.destroy()
  })
})

describe('bodies in chunks', () => {
  const post = (chunk: string, count: number) => {
    const part = `${chunk.length.toString(16)}\r\n${chunk}\r\n`
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nConnection: close\r\n`
    return `${head}Transfer-Encoding: chunked\r\n\r\n${part.repeat(count)}0\r\n\r\n`
  }

  it.each([
    ['many of some bytes', 'x'.repeat(16), 2_000, 200],
    ['a few of one byte', 'x', 900, 200],
    ['many of one byte', 'x', 5_000, 400],
  ])('%s', async (_, chunk, count, status) => {
    const { server, asked } = start(TIMEOUTS, DEFAULT_LIMITS.bodySize)
    const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
    const received = await talk(port, post(chunk, count))
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    if (status === 400) expect(received).toContain('send larger ones')
    expect(asked.map(({ body }) => body?.length)).toEqual(status === 200 ? [chunk.length * count] : [])
  })
})

it('the rest of a body in many tiny chunks is not read, whatever the method', async () => {
  const { server, asked } = start()
  const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
  const chunked = `GET /1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(5_000)}0\r\n\r\n`
  const received = await talk(port, chunked, 'GET /2 HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  expect(asked.map(({ url }) => url)).toEqual(['/1'])
})

describe('bodies that are never complete', () => {
  it('take so much memory together: the oldest is given up', async () => {
    const count = 8
    const size = ARRIVING_BYTES / count
    const { server, asked } = start(TIMEOUTS, size)
    const port = Number(new URL(await listen(server, { host: HOST, port: 0 })).port)
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${JSON_TYPE}\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`
    const first = talk(port, head, 'x'.repeat(size - 1))
    const sockets = Array.from({ length: count }, () => connect(port, HOST))
    for (const socket of sockets) socket.write(`${head}${'x'.repeat(size - 1)}`)
    expect(await first).toMatch(/^HTTP\/1\.1 408 /)
    const answers = sockets.map(
      (socket) => new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data)))),
    )
    for (const socket of sockets) socket.write('x')
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(asked).toHaveLength(count)
  })
})
