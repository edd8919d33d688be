import { describe, expect, it } from 'vitest'
import type { CorsSettings } from '../config/settings.ts'
import { corsHeaders, preflight, withCors } from './cors.ts'

const open: CorsSettings = {
  origin: '*',
  methods: ['GET', 'HEAD'],
  headers: [],
  expose: [],
  credentials: true,
  maxAge: 600,
}
const listed: CorsSettings = { ...open, origin: ['https://a.example', 'https://b.example'], headers: ['Authorization'] }

function ask(settings: CorsSettings, headers: Record<string, string>, method = 'OPTIONS') {
  return preflight(settings, { method, url: '/api/articles', headers })
}

const question = { origin: 'https://a.example', 'access-control-request-method': 'GET' }

describe('corsHeaders', () => {
  it('opens answers to every site with *, without credentials', () => {
    expect(corsHeaders(open, undefined)).toEqual({ 'Access-Control-Allow-Origin': '*' })
    expect(corsHeaders(open, 'https://evil.example')).toEqual({ 'Access-Control-Allow-Origin': '*' })
  })

  it('names a listed origin', () => {
    expect(corsHeaders({ ...listed, expose: ['X-A', 'X-B'] }, 'https://b.example')).toEqual({
      Vary: 'Origin',
      'Access-Control-Allow-Origin': 'https://b.example',
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'X-A, X-B',
    })
    expect(corsHeaders({ ...listed, credentials: false }, 'https://b.example')).not.toHaveProperty(
      'Access-Control-Allow-Credentials',
    )
  })

  it.each([['https://evil.example'], ['https://a.example.evil'], ['null'], ['HTTPS://A.EXAMPLE'], [undefined]])(
    'does not echo %s',
    (origin) => {
      expect(corsHeaders(listed, origin)).toEqual({ Vary: 'Origin' })
    },
  )
})

describe('preflight', () => {
  it.each([
    ['another method', { ...question }, 'GET'],
    ['no origin', { 'access-control-request-method': 'GET' }, 'OPTIONS'],
    ['no question', { origin: 'https://a.example' }, 'OPTIONS'],
  ])('is not one with %s', (_, headers, method) => {
    expect(ask(open, headers, method)).toBeNull()
  })

  it('repeats the headers that were asked for when none are configured', () => {
    expect(ask(open, { ...question, 'access-control-request-headers': 'authorization,x-own' })).toEqual({
      status: 204,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, HEAD',
        'Access-Control-Max-Age': '600',
        'Access-Control-Allow-Headers': 'authorization,x-own',
        Vary: 'Access-Control-Request-Headers',
      },
      body: '',
    })
  })

  it('names the configured headers', () => {
    expect(
      ask({ ...listed, expose: ['X-A'] }, { ...question, 'access-control-request-headers': 'x-own' })?.headers,
    ).toEqual({
      Vary: 'Origin',
      'Access-Control-Allow-Origin': 'https://a.example',
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Max-Age': '600',
      'Access-Control-Allow-Headers': 'Authorization',
    })
  })

  it('keeps both reasons to vary', () => {
    const answer = ask({ ...listed, headers: [] }, { ...question, 'access-control-request-headers': 'x-own' })
    expect(answer?.headers.Vary).toBe('Origin, Access-Control-Request-Headers')
  })

  it('permits nothing to an origin that is not listed', () => {
    expect(ask(listed, { ...question, origin: 'https://evil.example' })).toEqual({
      status: 204,
      headers: { Vary: 'Origin' },
      body: '',
    })
  })
})

describe('withCors', () => {
  it('keeps the Vary of the answer', () => {
    const response = { status: 200, headers: { Vary: 'Authorization', 'X-A': '1' }, body: '{}' }
    expect(withCors(response.headers, { Vary: 'Origin', 'Access-Control-Allow-Origin': '*' })).toEqual({
      Vary: 'Authorization, Origin',
      'X-A': '1',
      'Access-Control-Allow-Origin': '*',
    })
    expect(response.headers.Vary).toBe('Authorization')
    expect(withCors({ vary: 'Accept' }, { Vary: 'Origin' }).Vary).toBe('Accept, Origin')
  })
})
