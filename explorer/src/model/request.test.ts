import { describe, expect, it } from 'vitest'
import { DESCRIPTION } from './description.fixture.ts'
import { readRequest, tidyUrl, writeRequest } from './request.ts'

describe('readRequest', () => {
  it.each([
    ['/api/articles', 'article', null],
    ['/api/Articles/', 'article', null],
    ['/api/articles/a%2Fb?status=draft', 'article', 'a/b'],
    ['/api/home-page?fields=title', 'home', null],
  ])('%s', (url, uid, documentId) => {
    const request = readRequest(url, DESCRIPTION)
    expect([request?.type.uid, request?.documentId]).toEqual([uid, documentId])
  })

  it.each([
    '/elsewhere',
    '/api/nothing',
    '/api/articles/a/b',
    '/api/articles/%E0',
    '/api/home-page/x',
    '/api/articles?a=%00',
  ])('leaves %s as it is', (url) => {
    expect(readRequest(url, DESCRIPTION)).toBeNull()
  })

  it.each(['/api/articles/a%2Fb?status=draft', '/api/home-page', '/api/articles?_q=a%3Fb'])('%s and back', (url) => {
    const request = readRequest(url, DESCRIPTION)
    expect(request && writeRequest(request, '/api')).toBe(url)
  })
})

describe('tidyUrl', () => {
  it.each([
    ['/api/a?b=c', '/api/a?b=c'],
    ['  GET /api/a ', '/api/a'],
    ['https://site.example:8443/api/a?x=http://y', '/api/a?x=http://y'],
    ["'http://localhost:1337/api/a'", '/api/a'],
    ['api/a', '/api/a'],
    ['//evil.example/api', '/evil.example/api'],
    ['/\\evil.example/api', '/evil.example/api'],
    ['/api/a?b=c\n  &d=e', '/api/a?b=c&d=e'],
  ])('%j', (pasted, url) => {
    expect(tidyUrl(pasted)).toBe(url)
  })
})
