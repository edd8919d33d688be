import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bestOf, createCompress } from './compress.ts'
import { LARGE, LARGE_AT_ONCE, MOST_WAITING } from './compression-queue.ts'

const LONG = `{"data":"${'long '.repeat(1_000)}"}`
const request = (accepted: string) => ({ method: 'GET', url: '/', headers: { 'accept-encoding': accepted } })
const response = (body: string, headers = {}) => ({ status: 200, headers, body })

describe('createCompress', () => {
  it('compresses long answers as the caller can read them', async () => {
    const compress = createCompress()
    const br = await compress(request('gzip, br'), response(LONG))
    expect(br.encoding).toBe('br')
    expect(brotliDecompressSync(br.bytes ?? '').toString()).toBe(LONG)
    const zipped = await compress(request('gzip'), response(LONG))
    expect(zipped.encoding).toBe('gzip')
    expect(gunzipSync(zipped.bytes ?? '').toString()).toBe(LONG)
  })

  it('leaves short ones alone, and callers who cannot read it', async () => {
    const compress = createCompress()
    expect(await compress(request('br'), response('{}'))).toEqual({ encoding: null, bytes: null })
    expect((await compress(request('identity'), response(LONG))).bytes).toBeNull()
  })

  it('compresses one answer once, and never takes one for another', async () => {
    const compress = createCompress()
    const bytes = async (body: string, headers: object) =>
      (await compress(request('br'), response(body, headers))).bytes
    const first = await bytes(LONG, { etag: 'W/"1"' })
    expect(await bytes(LONG, { etag: 'W/"1"' })).toBe(first)
    expect(await bytes(`${LONG} `, { etag: 'W/"2"' })).not.toEqual(first)
    expect(await bytes(LONG, {})).not.toBe(first)
  })

  it.each(['br', 'gzip'])('keeps no more memory than the %s bytes of a response take', async (accepted) => {
    const { bytes } = await createCompress()(request(accepted), response(LONG, { etag: 'W/"1"' }))
    expect(bytes?.length).toBeGreaterThan(0)
    expect(bytes?.buffer.byteLength).toBe(bytes?.length)
  })

  it('compresses an answer once for all who ask for it at the same time', async () => {
    const compress = createCompress()
    const ask = async (accepted: string, etag: string) =>
      (await compress(request(accepted), response(LONG, { etag }))).bytes
    const [first, second, other, zipped] = await Promise.all([
      ask('br', '1'),
      ask('br', '1'),
      ask('br', '2'),
      ask('gzip', '1'),
    ])
    expect(second).toBe(first)
    expect(other).not.toBe(first)
    expect(gunzipSync(zipped ?? '').toString()).toBe(LONG)
  })

  it('compresses few large answers at a time, and sends those beyond a queue as they are', async () => {
    const compress = createCompress()
    const large = 'large '.repeat(LARGE)
    const ask = (body: string) => compress(request('gzip'), response(body))
    const asked = Array.from({ length: LARGE_AT_ONCE + MOST_WAITING }, () => ask(large))
    expect(ask(large)).toEqual({ encoding: null, bytes: null })
    expect(await ask(LONG)).toMatchObject({ encoding: 'gzip' })
    for (const { bytes } of await Promise.all(asked)) expect(gunzipSync(bytes ?? '').length).toBe(large.length)
    expect(await ask(large)).toMatchObject({ encoding: 'gzip' })
  })
})

describe('bestOf', () => {
  it.each([
    ['', null],
    ['gzip', 'gzip'],
    ['deflate, gzip;q=1.0, *;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*;q=0', null],
    ['GZIP', 'gzip'],
    ['gzip;q=nonsense', null],
  ])('reads %j', (accepted, expected) => {
    expect(bestOf(accepted)).toBe(expected)
  })

  it('does not take thousands of codings apart', () => {
    expect(bestOf(`${'x, '.repeat(1_000)}gzip`)).toBeNull()
  })
})
