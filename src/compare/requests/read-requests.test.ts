import { describe, expect, it } from 'vitest'
import { readRequests } from './read-requests.ts'

const paths = (text: string, prefix = '/api') => readRequests(text, prefix).requests.map(({ path }) => path)

describe('readRequests', () => {
  it('reads a list of paths and URLs', () => {
    const text = [
      '# the home page',
      '/api/articles',
      '',
      'GET /api/tags?sort=label',
      'https://cms.example.com/api/homepage#top',
    ]
    expect(paths(text.join('\r\n'))).toEqual(['/api/articles', '/api/tags?sort=label', '/api/homepage'])
  })

  it('reads the combined format of nginx and Apache', () => {
    const line = (request: string) =>
      `203.0.113.7 - - [15/Nov/2026:10:00:00 +0000] "${request}" 200 5316 "https://example.com/" "Mozilla/5.0 (X11)"`
    const text = [
      line('GET /api/articles?populate=%2A&filters[title][$contains]=a%20b HTTP/1.1'),
      line('GET /api/tags HTTP/2.0'),
    ]
    expect(paths(text.join('\n'))).toEqual(['/api/articles?populate=%2A&filters[title][$contains]=a%20b', '/api/tags'])
  })

  it("reads Strapi's own lines, with and without colours", () => {
    const text = [
      '[2026-11-15 19:14:38.629] http: GET /api/articles?pagination[pageSize]=1&populate=* (360 ms) 200',
      '[2026-11-15 19:14:38.678] \u001b[32mhttp\u001b[39m: GET /api/memos (6 ms) 403',
      '[2026-11-15 19:14:37.232] \u001b[32minfo\u001b[39m: Strapi started successfully',
    ]
    expect(paths(text.join('\n'))).toEqual(['/api/articles?pagination[pageSize]=1&populate=*', '/api/memos'])
    expect(readRequests(text.join('\n'), '/api').skipped.unreadable).toBe(1)
  })

  it('removes duplicates, counts them, and sorts by frequency', () => {
    const { requests } = readRequests('/api/a\n/api/b\n/api/b\n/api/a?x=1\n/api/b', '/api')
    expect(requests.map(({ path, times }) => [path, times])).toEqual([
      ['/api/b', 3],
      ['/api/a', 1],
      ['/api/a?x=1', 1],
    ])
  })

  it('skips and counts writes, other paths and unreadable lines', () => {
    const text = 'POST /api/articles\nDELETE /api/articles/x\n/admin\n/uploads/a.png\n/apian\nhello world'
    expect(readRequests(text, '/api')).toEqual({
      requests: [],
      skipped: { otherMethods: 2, otherPaths: 3, unreadable: 1 },
    })
  })

  it('uses the prefix of the project', () => {
    expect(paths('/content/v1/articles\n/api/articles', '/content/v1')).toEqual(['/content/v1/articles'])
  })
})
