import { afterEach, describe, expect, it } from 'vitest'
import type { CorsSettings } from '../src/config/settings.ts'
import { ApiError } from '../src/errors/api-error.ts'
import type { Answer } from '../src/request/http-request.ts'
import { CORS, closeServers, startServer } from './support/http-server.ts'

afterEach(closeServers)

const ok: Answer = async () => ({
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: '{"data":"é"}',
})

async function envelope(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = (await response.json()) as { data: null; error: { status: number; message: string } }
  expect(Object.keys(body)).toEqual(['data', 'error'])
  expect(Object.keys(body.error)).toEqual(['status', 'name', 'message', 'details'])
  expect(body.error.status).toBe(response.status)
  return body.error
}

describe('requests', () => {
  it('arrive as they were sent, and the answer leaves as it was given', async () => {
    const { fetch, asked } = startServer(ok)
    const response = await fetch('/api/articles/a%2Fb?filters[title][$eq]=%C3%A9&x=a;b', { headers: { 'X-Own': '1' } })
    expect(asked[0]).toMatchObject({
      method: 'GET',
      url: '/api/articles/a%2Fb?filters[title][$eq]=%C3%A9&x=a;b',
      headers: { 'x-own': '1' },
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('{"data":"é"}')
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      connection: 'keep-alive',
      'content-length': '13',
      'content-type': 'application/json; charset=utf-8',
      date: expect.any(String),
      'x-content-type-options': 'nosniff',
    })
  })

  it('may be given as fetch takes them: a URL, a Request, Headers', async () => {
    const { fetch, asked } = startServer(ok)
    const url = 'https://site.example/api/articles?sort=title'
    const headers = new Headers({ Authorization: 'Bearer abc' })
    await fetch(new URL(url), { headers })
    await fetch(new Request(url, { headers }))
    await fetch(new Request(url), { headers })
    const request = { method: 'GET', url: '/api/articles?sort=title', headers: { authorization: 'Bearer abc' } }
    expect(asked).toMatchObject([request, request, request])
    await fetch(
      new Request(url, { method: 'POST', body: '{"data":{}}', headers: { 'Content-Type': 'application/json' } }),
    )
    expect(asked[3]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
  })

  it.each([
    ['a form', new URLSearchParams({ a: 'b' }), 'application/x-www-form-urlencoded;charset=UTF-8', '3'],
    ['a Blob', new Blob(['{}'], { type: 'application/json' }), 'application/json', '2'],
    ['an ArrayBuffer', new TextEncoder().encode('abcd').buffer, undefined, '4'],
    ['a stream', new Blob(['{ }']).stream(), undefined, '3'],
    ['nothing', null, undefined, undefined],
  ])('may have %s as their body', async (_kind, body, type, length) => {
    const { fetch, asked } = startServer(ok)
    await fetch('/api/articles', { method: 'POST', body, headers: { 'X-Empty': undefined } })
    expect(asked[0]?.headers['content-type']).toBe(type)
    expect(asked[0]?.headers['content-length']).toBe(length)
    expect(asked[0]?.headers).not.toHaveProperty('x-empty')
  })

  it.each([undefined, null, 5, '', { url: '/api/articles' }])('need a path: %s', async (input) => {
    await expect(startServer(ok).fetch(input as unknown as string)).rejects.toThrow(
      "fetch needs a path such as '/api/articles'",
    )
  })

  it.each([
    [{ method: 'FOO' }, '"FOO" is not a method of HTTP'],
    [{ method: 5 }, '5 is not a method of HTTP'],
    [{ method: 'POST', body: { data: {} } }, 'write JSON with JSON.stringify'],
  ])('are refused where they cannot be meant: %j', async (init, message) => {
    await expect(startServer(ok).fetch('/api/articles', init as unknown as { method: string })).rejects.toThrow(message)
  })

  it('take null for no options', async () => {
    const { fetch } = startServer(ok)
    expect((await fetch('/api/articles', null as unknown as undefined)).status).toBe(200)
  })

  it.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY', 'PROPFIND', 'PURGE'])(
    'reach the pipeline whatever the method: %s',
    async (method) => {
      const { server, asked } = startServer(ok)
      const response = await server.inject({ method: method as 'GET', url: '/api/articles' })
      expect(response.statusCode).toBe(200)
      expect(asked[0]?.method).toBe(method)
    },
  )

  it('answers HEAD with the length of the body and without the body', async () => {
    const { server } = startServer(ok)
    const response = await server.inject({ method: 'HEAD', url: '/api/articles' })
    expect(response.headers['content-length']).toBe('13')
    expect(response.body).toBe('')
  })

  it('passes on answers without a body', async () => {
    const { fetch } = startServer(async () => ({ status: 204, headers: {}, body: '' }))
    const response = await fetch('/_health')
    expect(response.status).toBe(204)
    expect(response.headers.has('content-length')).toBe(false)
    expect(await response.text()).toBe('')
  })

  it.each([
    ['GET', 'application/json', undefined],
    ['GET', 'nonsense', 'not json'],
    ['POST', 'application/json', '{"not json'],
    ['POST', 'nonsense', 'x'],
    ['POST', 'multipart/form-data', 'x'.repeat(3_000_000)],
    ['QUERY', undefined, 'x'],
    ['DELETE', 'application/json', ''],
  ])('ignores bodies: %s %s', async (method, type, payload) => {
    const { server } = startServer(ok)
    const headers = type === undefined ? {} : { 'content-type': type }
    const response = await server.inject({
      method: method as 'GET',
      url: '/api/articles',
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    expect(response.statusCode).toBe(200)
  })
})

describe('errors', () => {
  it('become the envelope with their own headers', async () => {
    const { fetch } = startServer(async () => {
      throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET' } })
    })
    const response = await fetch('/api/articles')
    expect(response.headers.get('allow')).toBe('GET')
    expect(await envelope(response)).toMatchObject({ status: 405, name: 'MethodNotAllowedError' })
  })

  it('that are unexpected reveal nothing, and are logged with their stack', async () => {
    const { fetch, log } = startServer(() => {
      throw new Error('secret detail')
    })
    const response = await fetch('/api/articles')
    expect(await envelope(response)).toEqual({
      status: 500,
      name: 'InternalServerError',
      message: 'Internal Server Error',
      details: {},
    })
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      level: 50,
      code: 'INTERNAL',
      err: { message: 'secret detail', stack: expect.stringContaining('http.test.ts') },
    })
    expect(JSON.parse(log[1] ?? '')).toMatchObject({ status: 500, code: 'INTERNAL' })
  })

  it.each(['/api/%', '/api/%zz', '/%E0%A4%A', '/api/articles/%FF?sort=id'])('refuses the path %s', async (url) => {
    const { server, asked } = startServer(ok)
    const response = await server.inject({ url })
    expect(response.statusCode).toBe(400)
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.json()).toEqual({
      data: null,
      error: {
        status: 400,
        name: 'BadRequestError',
        message: 'The path of the URL is not valid percent-encoding',
        details: {},
      },
    })
    expect(asked).toEqual([])
  })

  it('leaves a bad escape in the query string to the pipeline', async () => {
    const { server, asked } = startServer(ok)
    await server.inject({ url: '/api/articles?x=%zz' })
    expect(asked[0]?.url).toBe('/api/articles?x=%zz')
  })

  it('refuses a URL over the limit and names the limit', async () => {
    const { fetch, asked } = startServer(ok, { urlLength: 100 })
    expect((await fetch(`/${'x'.repeat(99)}`)).status).toBe(200)
    const error = await envelope(await fetch(`/${'x'.repeat(100)}`))
    expect(error).toMatchObject({ status: 414, name: 'URITooLongError', message: 'The URL is longer than 100 bytes' })
    expect(asked).toHaveLength(1)
  })
})

describe('other origins', () => {
  const listed: CorsSettings = { ...CORS, origin: ['https://a.example'], credentials: true }
  const failing: Answer = async () => {
    throw new ApiError('FORBIDDEN')
  }

  it('are answered before the pipeline when they ask first', async () => {
    const { fetch, asked } = startServer(ok)
    const headers = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' }
    const response = await fetch('/api/articles', { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('GET')
    expect(asked).toEqual([])
  })

  it('may read errors too', async () => {
    const { fetch } = startServer(failing, { cors: listed })
    const response = await fetch('/api/articles', { headers: { Origin: 'https://a.example' } })
    expect(response.status).toBe(403)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example')
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('vary')).toBe('Origin')
  })

  it('may read nothing when they are not listed', async () => {
    const { fetch } = startServer(ok, { cors: listed })
    const response = await fetch('/api/articles', { headers: { Origin: 'https://evil.example' } })
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    expect(response.headers.get('vary')).toBe('Origin')
  })
})

describe('the log', () => {
  it('has one line a request, without credentials', async () => {
    const { fetch, log } = startServer(ok)
    await fetch('/api/articles?jwt=hidden', { headers: { Authorization: 'Bearer hidden', Cookie: 'a=hidden' } })
    expect(log).toHaveLength(1)
    expect(log[0]).not.toContain('hidden')
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      method: 'GET',
      url: '/api/articles?jwt=[redacted]',
      status: 200,
      bytes: 13,
    })
  })
})
