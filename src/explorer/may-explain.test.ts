import { describe, expect, it } from 'vitest'
import type { Caller } from '../access/caller.ts'
import { isCrossSite, mayExplain } from './may-explain.ts'

const everything: Caller = { kind: 'token', rights: { kind: 'everything' } }
const reader: Caller = { kind: 'token', rights: { kind: 'reads' } }
const everybody: Caller = { kind: 'public', rights: { kind: 'listed', actions: new Set() } }

function request(headers: Readonly<Record<string, string>>, address: string) {
  return { method: 'GET', url: '/', headers, address }
}

const TRIED = { production: false, proxy: null, url: null }
const LIVE = { ...TRIED, production: true }

const here = request({ host: '127.0.0.1:1337' }, '127.0.0.1')
const away = request({ host: 'site.example' }, '203.0.113.7')

describe('mayExplain', () => {
  it.each([true, false])('is true for a full-access token from anywhere (production: %s)', (production) => {
    expect(mayExplain(away, everything, { ...TRIED, production })).toBe(true)
  })

  it.each([reader, everybody])('is true for others on the same machine, but not in production', (caller) => {
    expect(mayExplain(here, caller, TRIED)).toBe(true)
    expect(mayExplain(here, caller, LIVE)).toBe(false)
    expect(mayExplain(away, caller, TRIED)).toBe(false)
  })

  it.each([
    ['127.0.0.1', 'localhost'],
    ['127.0.0.1', 'LOCALHOST:80'],
    ['::1', '[::1]:1337'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
  ])('recognizes the same machine by %s as %s', (address, host) => {
    expect(mayExplain(request({ host }, address), everybody, TRIED)).toBe(true)
  })

  it.each([
    ['203.0.113.7', 'localhost'],
    ['127.0.0.1', 'site.example'],
    ['127.0.0.1', '127.0.0.1.evil.example'],
    ['127.0.0.1', ''],
    ['', 'localhost'],
  ])('does not take %s as %s for the same machine', (address, host) => {
    expect(mayExplain(request({ host }, address), everybody, TRIED)).toBe(false)
  })

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded-port',
    'x-real-ip',
    'cf-connecting-ip',
    'true-client-ip',
  ])('is false behind a proxy: %s', (name) => {
    expect(mayExplain(request({ host: 'localhost', [name]: 'x' }, '127.0.0.1'), everybody, TRIED)).toBe(false)
  })
})

describe('mayExplain behind a proxy', () => {
  it('is false for a proxy that speaks HTTP/1.0 and adds no header', () => {
    expect(mayExplain({ ...here, version: '1.0' }, everybody, TRIED)).toBe(false)
    expect(mayExplain({ ...here, version: '1.1' }, everybody, TRIED)).toBe(true)
  })

  it('is false if the project is configured behind a proxy, or with a public name', () => {
    expect(mayExplain(here, everybody, { ...TRIED, proxy: { trusted: ['loopback'] } })).toBe(false)
    expect(mayExplain(here, everybody, { ...TRIED, url: 'https://site.example' })).toBe(false)
    expect(mayExplain(here, everybody, { ...TRIED, url: 'http://localhost:1337' })).toBe(true)
  })
})

describe('isCrossSite', () => {
  it.each([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ origin: 'http://a.example', host: 'a.example' }, false],
    [{ origin: 'http://b.example', host: 'a.example' }, true],
    [{ origin: 'null', host: 'a.example' }, true],
  ])('%j: %s', (headers: Record<string, string>, expected) => {
    expect(isCrossSite(request(headers, '127.0.0.1'))).toBe(expected)
  })
})
