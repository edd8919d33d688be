import { describe, expect, it } from 'vitest'
import { apiUrl } from './api-url.ts'

describe('apiUrl', () => {
  it.each([
    ['http://127.0.0.1:1337', 'http://127.0.0.1:1337/api'],
    ['http://127.0.0.1:1337/content/', 'http://127.0.0.1:1337/content'],
    ['', '/api'],
    ['/content', '/content'],
    ['./api', './api'],
    ['../api.v1', '../api.v1'],
    ['content', 'content'],
    ['app://content', 'app://content/api'],
    ['//content.example.com', '//content.example.com/api'],
    ['HTTPS://content.example.com/', 'HTTPS://content.example.com/api'],
  ])('%s is %s', (url, expected) => {
    expect(apiUrl(url)).toBe(expected)
  })

  it.each(['localhost:1337', '127.0.0.1:1337', 'content.example.com/api'])('%s has no scheme', (url) => {
    expect(() => apiUrl(url)).toThrow(`createClient needs a url with http:// or https://, and got ${url}`)
  })

  it.each(['http://127.0.0.1:1337?x=1', 'http://127.0.0.1:1337/#/x'])('%s has more than a path', (url) => {
    expect(() => apiUrl(url)).toThrow(`createClient needs a url without ? and #, and got ${url}`)
  })

  it('names the missing option', () => {
    const unset: { url?: string } = {}
    expect(() => apiUrl(unset.url as string)).toThrow('createClient needs the url of the server, and got undefined')
  })
})
