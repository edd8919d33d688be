import { describe, expect, it } from 'vitest'
import { apiUrl } from './api-url.ts'

describe('apiUrl', () => {
  it.each([
    ['http://127.0.0.1:1337', 'http://127.0.0.1:1337/api'],
    ['http://127.0.0.1:1337/content/', 'http://127.0.0.1:1337/content'],
    ['', '/api'],
  ])('%s is %s', (url, expected) => {
    expect(apiUrl(url)).toBe(expected)
  })

  it('names what is missing', () => {
    const unset: { url?: string } = {}
    expect(() => apiUrl(unset.url as string)).toThrow('createClient needs the url of the server, and got undefined')
  })
})
