import { describe, expect, it } from 'vitest'
import { createIntervals } from '../cache/intervals.ts'
import type { Moment } from '../cache/revisions.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { createRecall } from './recall.ts'

const ARTICLES = ['articles']
const PEOPLE = ['up_permissions']

/** A state of the database with these revisions of tables. */
const at = (articles: string, people = 'p'): Moment => ({
  covers: () => true,
  stampOf: (tables) => (tables === ARTICLES ? articles : people),
})

const request = (url: string, headers: HttpRequest['headers'] = {}): HttpRequest => ({ method: 'GET', url, headers })
const anybody = { kind: 'public', rights: { kind: 'everything' } } as const
const prepared = { tables: ARTICLES, tags: null }

function start(now = 0) {
  const responses = createStampedCache<HttpResponse>()
  const looked: string[] = []
  const recall = createRecall({
    caches: { responses },
    cache: { answers: true, longest: 0, maxAge: 0, sharedMaxAge: 0, tags: false },
    serverTiming: false,
    callerTables: PEOPLE,
    observer: { looked: (result) => looked.push(result) },
    now: () => now,
  })
  responses.keep('k', 'a', { status: 200, headers: { etag: 'W/"1"' }, body: '{}' })
  return { recall, looked }
}

describe('recall', () => {
  it('finds the same object for the same request until its tables change', () => {
    const { recall, looked } = start()
    recall.learn(request('/x'), { key: 'k', prepared, caller: anybody, at: at('a') })
    const found = recall.find(request('/x'), () => at('a'))
    expect(found).toMatchObject({
      status: 200,
      body: '{}',
      headers: { 'cache-control': expect.stringMatching(/^public/) },
    })
    expect(recall.find(request('/x'), () => at('a'))).toBe(found)
    expect(looked).toEqual(['hit', 'hit'])
    expect(recall.find(request('/x'), () => at('b'))).toBeNull()
    expect(recall.find(request('/x'), () => at('a', 'q'))).toBeNull()
    expect(recall.find(request('/x'), () => null)).toBeNull()
  })

  it('distinguishes requests', () => {
    const { recall } = start()
    recall.learn(request('/x'), { key: 'k', prepared, caller: anybody, at: at('a') })
    for (const other of [
      request('/y'),
      request('/x', { authorization: 'Bearer t' }),
      request('/x', { 'strapi-response-format': 'v4' }),
    ]) {
      expect(recall.find(other, () => at('a'))).toBeNull()
    }
  })

  it('responds with 304 to a client that has the version, but not to If-None-Match: *', () => {
    const { recall } = start()
    recall.learn(request('/x'), { key: 'k', prepared, caller: anybody, at: at('a') })
    const statusFor = (tag: string) => recall.find(request('/x', { 'if-none-match': tag }), () => at('a'))?.status
    expect(['W/"1"', '"1"', 'W/"0", W/"1"', 'W/"2"', '*'].map(statusFor)).toEqual([304, 304, 304, 200, 200])
  })

  it('expires with the credentials, and is only for their caller', () => {
    const asked = request('/x', { authorization: 'Bearer t' })
    const learnt = (now: number) => {
      const { recall } = start(now)
      recall.learn(asked, { key: 'k', prepared, caller: { ...anybody, kind: 'token', expires: 100 }, at: at('a') })
      return recall.find(asked, () => at('a'))
    }
    expect(learnt(99)?.headers['cache-control']).toMatch(/^private/)
    expect(learnt(100)).toBeNull()
  })

  it('learns nothing if changes cannot be detected', () => {
    const { recall } = start()
    recall.learn(request('/x'), { key: 'k', prepared, caller: anybody, at: null })
    expect(recall.find(request('/x'), createIntervals(5))).toBeNull()
  })
})
