import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../config/limits.ts'
import { ApiError } from '../errors/api-error.ts'
import { readBody } from './read-body.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

function read(body: string | undefined, type: string | undefined = JSON_TYPE, limits = DEFAULT_LIMITS) {
  const headers = type === 'none' ? {} : { 'content-type': type }
  return readBody({ method: 'POST', url: '/', headers, ...(body === undefined ? {} : { body }) }, limits)
}

function errorOf(run: () => unknown): ApiError {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it was accepted')
}

const QUOTES_OF_SHELLS =
  'Write texts and names in double quotes: "title". Some shells change the quotes (cmd.exe, PowerShell): write the body into a file, and send it with curl -d @body.json'

describe('readBody', () => {
  it.each([
    [JSON_TYPE, '{"data":{"a":[1,{"b":null}]}}', { a: [1, { b: null }] }],
    ['application/json; charset=utf-8', '{"data":{}}', {}],
    ['Application/JSON', '{"data":{},"meta":1}', {}],
    ['application/vnd.api+json', '{"data":{"a":"é"}}', { a: 'é' }],
    [FORM_TYPE, 'data[name]=a+b%20c&data[tags][0]=1&data[tags][1]=2', { name: 'a b c', tags: ['1', '2'] }],
    [FORM_TYPE, 'data.name=a.b&data[views]=1&data.seo.title=c', { name: 'a.b', views: '1', seo: { title: 'c' } }],
  ])('reads %s %s', (type, body, data) => {
    expect(read(body, type)).toEqual(data)
  })

  it.each([
    ['{"data":{"a":}}', 13, undefined],
    ['{"data"', 7, 'The text ends there, before all brackets and quotes are closed'],
    ['{data:{}}', 1, QUOTES_OF_SHELLS],
    ['{data:{title:Hello}}', 1, QUOTES_OF_SHELLS],
    ["'{data:{title:Hello}}'", 0, QUOTES_OF_SHELLS],
    ['{data:{"a":1}}', 1, 'Write texts and names in double quotes: "title"'],
    ["{'data':{}}", 1, 'Write texts and names in double quotes: "title"'],
    ['{"data":{},}', 11, 'Remove the comma before }'],
    ['{"data":{}} x', 12, 'Nothing may follow the last closing bracket'],
    ['"\n"', 0, undefined],
    ['[object Object]', 1, 'The body is an object that was converted to a text: send JSON.stringify(body)'],
  ])('says where %j stops being JSON', (body, position, hint) => {
    const error = errorOf(() => read(body))
    expect([error.status, error.name]).toEqual([400, 'SyntaxError'])
    expect(error.message).toBe(`The body is not valid JSON at position ${position}`)
    expect(error.details.hint).toBe(hint)
  })

  it.each([
    ['{}'],
    ['null'],
    [''],
    ['  '],
    ['[]'],
    ['"data"'],
    ['{"data":null}'],
    ['{"data":[]}'],
    ['{"data":"x"}'],
    ['{"title":"x"}'],
    ['{"__proto__":{"data":{}}}'],
  ])('misses data in %s', (body) => {
    const error = errorOf(() => read(body))
    expect(error).toMatchObject({ status: 400, name: 'ValidationError' })
    expect(error.message).toBe('Missing "data" payload in the request body')
    expect(error.details.hint).toContain('{ "data": {')
  })

  it.each([['none'], ['text/plain'], ['multipart/form-data; boundary=x'], [FORM_TYPE]])(
    'asks for JSON instead of %s',
    (type) => {
      const error = errorOf(() => read('{"data":{}}', type))
      expect(error.code).toBe('DATA_MISSING')
      expect(error.details.hint).toContain('application/json')
    },
  )

  it('misses data where there is no body', () => {
    expect(errorOf(() => read(undefined)).code).toBe('DATA_MISSING')
  })

  it.each(['\\u0000', '\\ud800', '\\uD800', 'x\\udc00', 'x\\uDC00'])('refuses %s wherever it stands', (text) => {
    const error = errorOf(() => read(`{"data":{"a":[{"b":"${text}"}]}}`))
    expect(error).toMatchObject({ code: 'BODY_MALFORMED', details: { path: 'data.a.0.b', source: 'body' } })
    expect(errorOf(() => read(`{"data":{"${text}":1}}`)).code).toBe('BODY_MALFORMED')
  })

  it('takes whole surrogate pairs', () => {
    expect(read('{"data":{"a":"\\ud83e\\udd84"}}')).toEqual({ a: '🦄' })
  })
})

describe('limits', () => {
  const limits = { ...DEFAULT_LIMITS, bodySize: 30, bodyDepth: 3 }

  it('bodySize counts bytes', () => {
    expect(read(`{"data":{"a":"${'x'.repeat(13)}"}}`, JSON_TYPE, limits)).toEqual({ a: 'x'.repeat(13) })
    const error = errorOf(() => read(`{"data":{"a":"${'é'.repeat(7)}"}}`, JSON_TYPE, limits))
    expect(error).toMatchObject({ status: 413, name: 'PayloadTooLargeError', code: 'PAYLOAD_TOO_LARGE' })
    expect(error.details).toEqual({ limit: 'bodySize', maximum: 30, source: 'body' })
  })

  it('bodyDepth counts brackets outside of texts', () => {
    expect(read('{"data":{"a":["[[\\"[["]}}', JSON_TYPE, limits)).toEqual({ a: ['[["[['] })
    const error = errorOf(() => read('{"data":{"a":[[]]}}', JSON_TYPE, limits))
    expect(error).toMatchObject({ status: 400, details: { limit: 'bodyDepth', maximum: 3, source: 'body' } })
  })

  it.each(['['.repeat(500_000), '{"a":'.repeat(200_000), `"${'\\"['.repeat(200_000)}`])(
    'survives %#: brackets without end',
    (body) => {
      expect(['LIMIT_EXCEEDED', 'BODY_MALFORMED']).toContain(errorOf(() => read(body)).code)
    },
  )
})
