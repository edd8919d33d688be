import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RefusedAddress } from './addresses.ts'
import { createSend, type Send } from './send.ts'

let server: Server
let listener: RequestListener = (_request, response) => void response.end()
beforeEach(async () => {
  server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const SETTINGS = {
  timeout: 60_000,
  attempts: 3,
  allowPrivate: ['127.0.0.1'],
  defaultHeaders: { 'X-All': 'a', Host: 'b' },
}
const webhookAt = (url: string, headers: Readonly<Record<string, string>> = {}) => ({
  id: 1,
  name: 'w',
  url,
  headers,
  events: [],
  enabled: true,
  secrets: [],
  preset: null,
})
const MESSAGE = { id: 'msg_1', event: 'entry.create', body: '{"é":1}' }
const here = (path = '/') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const sendWith = (settings: Partial<typeof SETTINGS> | { allowPrivate: false }): Send =>
  createSend({ settings: { ...SETTINGS, ...settings }, version: '1', now: () => 5_000 })
const send = (url: string, settings = {}, headers = {}) =>
  sendWith(settings)(webhookAt(url, headers), MESSAGE, new AbortController().signal)

describe('send', () => {
  it('sends the body and the headers, and its own in place of those that are reserved', async () => {
    let seen: unknown
    listener = async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      seen = { ...request.headers, method: request.method, url: request.url, text: Buffer.concat(chunks).toString() }
      response.writeHead(202).end()
    }
    const headers = { 'X-Strapi-Event': 'no', 'Content-Length': '1', 'X-All': 'mine' }
    expect(await send(here('/hook?x=1'), {}, headers)).toEqual({ delivered: true, status: 202, reason: null })
    expect(seen).toEqual({
      method: 'POST',
      url: '/hook?x=1',
      text: MESSAGE.body,
      host: here().slice(7, -1),
      connection: 'close',
      'content-length': '8',
      'content-type': 'application/json',
      'user-agent': 'Lectern/1',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '5',
      'x-all': 'mine',
      'x-strapi-event': 'entry.create',
    })
  })

  it('does not take other statuses for success, and follows no redirect', async () => {
    let requests = 0
    listener = (request, response) => {
      requests += 1
      response.writeHead(request.url === '/away' ? 302 : 500, { location: here('/') }).end()
    }
    expect(await send(here())).toEqual({ delivered: false, status: 500, reason: 'status 500' })
    expect(await send(here('/away'))).toMatchObject({ delivered: false, status: 302 })
    expect(requests).toBe(2)
  })

  it('says why there was no response, without the address', async () => {
    listener = (request) => void request.socket.destroy()
    const { reason } = await send(here('/secret-key'))
    expect(reason).toBe('connection closed without a response')
    expect(await send('http://127.0.0.1:1/secret-key')).toMatchObject({ reason: 'connection refused' })
    listener = (request) => void request.socket.end('220 mail.example.com\r\n')
    expect(await send(here())).toMatchObject({ reason: 'the response is not HTTP' })
  })

  it.each(['http://127.0.0.1:1/', 'http://2130706433:1/', 'http://[::ffff:127.0.0.1]:1/', 'http://localhost:1/'])(
    'does not connect to %s',
    async (url) => {
      const sent = await sendWith({ allowPrivate: false })(webhookAt(url), MESSAGE, new AbortController().signal)
      expect(sent).toMatchObject({ delivered: false, status: null, reason: expect.stringContaining('not a public') })
    },
  )

  it('gives reasons that fit into the log, however long the name of a host is', async () => {
    const refusing = createSend({
      settings: { ...SETTINGS, allowPrivate: false },
      version: '1',
      now: Date.now,
      lookup: (name, _options, done) => done(new RefusedAddress(`${name} (10.0.0.1)`), '', 0),
    })
    const url = `http://${Array.from({ length: 4 }, () => 'x'.repeat(60)).join('.')}/`
    const { reason } = await refusing(webhookAt(url), MESSAGE, new AbortController().signal)
    expect(reason?.length).toBeLessThanOrEqual(255)
  })

  it('connects to the address that was checked, not to what the name leads to next', async () => {
    const asked: string[] = []
    listener = (request, response) => {
      asked.push(String(request.headers.host))
      response.end()
    }
    let looks = 0
    const rebinding = createSend({
      settings: SETTINGS,
      version: '1',
      now: Date.now,
      lookup: (_name, options, done) => {
        looks += 1
        const found = { address: looks === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }
        return options.all === true ? done(null, [found]) : done(null, found.address, 4)
      },
    })
    const url = here().replace('127.0.0.1', 'rebinding.example')
    expect(await rebinding(webhookAt(url), MESSAGE, new AbortController().signal)).toMatchObject({ delivered: true })
    expect(looks).toBe(1)
    expect(asked).toEqual([url.slice(7, -1)])
  })

  it('stops at once when it is told to', async () => {
    listener = () => undefined
    const stopping = new AbortController()
    const sending = sendWith({})(webhookAt(here()), MESSAGE, stopping.signal)
    setTimeout(() => stopping.abort(), 20)
    expect(await sending).toMatchObject({ delivered: false })
  })
})

describe('a receiver that misbehaves', () => {
  it('gives up on a receiver that does not respond', async () => {
    listener = () => undefined
    expect(await send(here(), { timeout: 300 })).toEqual({
      delivered: false,
      status: null,
      reason: 'no response within 0.3 s',
    })
  })

  it('gives up on a receiver that switches to another protocol', async () => {
    listener = (request) => {
      const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n'
      request.socket.write(head)
    }
    expect(await send(here(), { timeout: 20_000 })).toEqual({
      delivered: false,
      status: null,
      reason: 'connection closed without a response',
    })
  })

  it('reads no response to its end that has none', async () => {
    listener = (_request, response) => {
      response.writeHead(200)
      const write = () => {
        while (response.write(Buffer.alloc(16_384))) if (response.destroyed) return
      }
      response.on('drain', write)
      write()
    }
    expect(await send(here())).toEqual({ delivered: true, status: 200, reason: null })
  })
})
