/** Uploaded files over HTTP: which there are, which bytes, and what a browser may do with them. */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const CONTENT = 'abcdefghijklmnopqrstuvwxyz'

// A project whose database another program made: nothing may be changed, but its files are served.
let project: MadeProject
let port: number
let url: string

beforeAll(async () => {
  project = await makeProject({ types: { note: { attributes: { text: { type: 'string' } } } } })
  const uploads = join(project.folder, 'public', 'uploads')
  mkdirSync(join(uploads, 'deep', '.hidden'), { recursive: true })
  mkdirSync(join(uploads, '.incoming'))
  for (const name of [
    'a.txt',
    'deep/b.txt',
    '.env',
    'deep/.hidden/c.txt',
    '.incoming/d.txt',
    'sp ace é.txt',
    '100%.txt',
  ]) {
    writeFileSync(join(uploads, name), CONTENT)
  }
  for (const name of [
    'x.svg',
    'x.html',
    'x.HTM',
    'x.xml',
    'x.xhtml',
    'x.js',
    'x.css',
    'x.unknown',
    'x',
    'x.html.jpg',
    'x.png',
    'x.pdf',
    'empty.txt',
  ]) {
    writeFileSync(
      join(uploads, name),
      name === 'empty.txt' ? '' : '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    )
  }
  writeFileSync(join(project.folder, 'public', 'secret.txt'), 'SECRET')
  writeFileSync(join(project.folder, 'secret.txt'), 'SECRET')
  mkdirSync(join(project.folder, 'public', 'uploads-too'))
  writeFileSync(join(project.folder, 'public', 'uploads-too', 'secret.txt'), 'SECRET')
  symlinkSync(join(project.folder, 'secret.txt'), join(uploads, 'out.txt'))
  symlinkSync(project.folder, join(uploads, 'outside'))
  symlinkSync(join(uploads, '.env'), join(uploads, 'hidden.txt'))
  symlinkSync(join(uploads, 'a.txt'), join(uploads, 'inside.txt'))
  const lectern = await project.open()
  url = await lectern.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(url).port)
})
afterAll(() => project.remove())

/** As it is written: `fetch` would tidy the path. */
function raw(path: string, method = 'GET'): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1')
    })
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(text.slice(9, 12)), text }))
  })
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(`${url}/uploads/${path}`, { headers, method })

describe('paths', () => {
  it.each([
    'a.txt',
    'deep/b.txt',
    'sp%20ace%20%C3%A9.txt',
    '100%25.txt',
    'inside.txt',
    '%61.txt',
    'a.txt?v=1',
    'a.txt?../x',
  ])('that lead to a file: %s', async (path) => {
    expect(await raw(`/uploads/${path}`)).toMatchObject({ status: 200, text: expect.stringContaining(CONTENT) })
  })

  const up = [
    '..',
    '%2e%2e',
    '%2E.',
    '.%2e',
    '%252e%252e',
    '..%00',
    '%c0%ae%c0%ae',
    '..;',
    '....',
    '.. ',
    '..%20',
    '..\\',
    '%5c..',
    '．．',
  ]
  const across = ['/', '%2f', '%5c', '\\', '%252f', '%255c', '//', '/./', '%2f%2f', ':']
  const corpus = up.flatMap((step) =>
    across.flatMap((slash) => [1, 2, 3].map((times) => `${`${step}${slash}`.repeat(times)}secret.txt`)),
  )

  it.each([
    ...corpus,
    ...corpus.map((path) => `deep/${path}`),
    'out.txt',
    'outside/secret.txt',
    'outside/config/api.json',
    'hidden.txt',
    '.env',
    '%2eenv',
    'deep/.hidden/c.txt',
    '.incoming/d.txt',
    '',
    '.',
    '/',
    'deep',
    'deep/',
    'a.txt/',
    'a.txt/.',
    'a.txt%00',
    'a.txt%00.png',
    '%00',
    'a.txt::$DATA',
    'A.TXT/..',
    '/etc/passwd',
    '//etc/passwd',
    '%2fetc%2fpasswd',
    'file:///etc/passwd',
    'C:/secret.txt',
    'C%3a%5csecret.txt',
    '~/secret.txt',
    '-too/secret.txt',
    'a'.repeat(5_000),
  ])('that lead nowhere: %s', async (path) => {
    const { status, text } = await raw(`/uploads/${Buffer.from(path).toString('latin1')}`)
    expect([400, 404]).toContain(status)
    expect(text).not.toMatch(/SECRET|root:/)
    expect(text).not.toContain(CONTENT)
    expect(text).toContain('application/json')
  })

  it.each([
    '/uploads',
    '/uploads-too/secret.txt',
    '/public/secret.txt',
    '/secret.txt',
    '/api/uploads/a.txt',
    '/UPLOADS/a.txt',
    '/x/../uploads/a.txt',
  ])('that are no paths of files: %s', async (path) => {
    expect((await raw(path)).status).toBe(404)
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is not allowed', async (method) => {
    const response = await get('a.txt', {}, method)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'HEAD, GET'])
  })

  it('need no permission, and mind no credentials', async () => {
    expect((await get('a.txt', { authorization: 'Bearer wrong' })).status).toBe(200)
  })
})

describe('bytes', () => {
  it('has headers for caches, and nothing new for those who have the file', async () => {
    const response = await get('a.txt')
    const etag = response.headers.get('etag') ?? ''
    const modified = response.headers.get('last-modified') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(Number.isNaN(Date.parse(modified))).toBe(false)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('content-length')).toBe('26')
    const known: readonly Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
      { 'if-none-match': etag, range: 'bytes=0-1' },
    ]
    for (const headers of known) {
      const again = await get('a.txt', headers)
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    const others: readonly Record<string, string>[] = [
      { 'if-none-match': '"x"', 'if-modified-since': modified },
      { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
      { 'if-modified-since': 'yesterday' },
    ]
    for (const headers of others) expect((await get('a.txt', headers)).status).toBe(200)
  })

  it('HEAD says the same without the bytes', async () => {
    const response = await get('a.txt', { range: 'bytes=0-1' }, 'HEAD')
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '26', ''])
  })

  it.each([
    ['bytes=0-0', 'bytes 0-0/26', 'a'],
    ['bytes=2-4', 'bytes 2-4/26', 'cde'],
    ['bytes=24-', 'bytes 24-25/26', 'yz'],
    ['bytes=-3', 'bytes 23-25/26', 'xyz'],
    ['bytes=-99', 'bytes 0-25/26', CONTENT],
    ['bytes=20-9999999999999999999999', 'bytes 20-25/26', 'uvwxyz'],
  ])('%s', async (range, contentRange, text) => {
    const response = await get('a.txt', { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(text.length))
    expect(await response.text()).toBe(text)
  })

  it.each(['bytes=26-', 'bytes=99999999999999999999-', 'bytes=-0'])('%s cannot be had: 416', async (range) => {
    const response = await get('a.txt', { range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */26')
    expect(await response.json()).toMatchObject({ error: { status: 416, name: 'RangeNotSatisfiableError' } })
  })

  it.each(['bytes=4-2', 'bytes=', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,3-4', '0-1'])(
    '%s is ignored',
    async (range) => {
      const response = await get('a.txt', { range })
      expect([response.status, await response.text()]).toEqual([200, CONTENT])
    },
  )

  it('If-Range: a part of the same file, or the whole of another', async () => {
    const { headers } = await get('a.txt')
    const part = async (condition: string) => (await get('a.txt', { range: 'bytes=0-1', 'if-range': condition })).status
    expect(await part(headers.get('etag') ?? '')).toBe(206)
    expect(await part(headers.get('last-modified') ?? '')).toBe(206)
    expect(await part('"other"')).toBe(200)
    expect(await part(`W/${headers.get('etag')}`)).toBe(200)
  })

  it('an empty file', async () => {
    const response = await get('empty.txt')
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '0', ''])
    expect((await get('empty.txt', { range: 'bytes=0-' })).status).toBe(416)
  })
})

describe('types', () => {
  it.each([
    ['x.svg', 'image/svg+xml'],
    ['x.html', 'application/octet-stream'],
    ['x.HTM', 'application/octet-stream'],
    ['x.xml', 'application/octet-stream'],
    ['x.xhtml', 'application/octet-stream'],
    ['x.js', 'application/octet-stream'],
    ['x.css', 'application/octet-stream'],
    ['x.unknown', 'application/octet-stream'],
    ['x', 'application/octet-stream'],
  ])('%s is saved, and runs no script', async (name, type) => {
    const { headers } = await get(name)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toBe('attachment')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toContain('sandbox')
    expect(policy).toContain("default-src 'none'")
    expect(policy.filter((rule) => rule.includes('script') || rule.startsWith('sandbox allow'))).toEqual([])
  })

  it.each([
    ['a.txt', 'text/plain; charset=utf-8'],
    ['x.png', 'image/png'],
    ['x.html.jpg', 'image/jpeg'],
    ['x.pdf', 'application/pdf'],
  ])('%s is shown as what its name says, whatever is in it', async (name, type) => {
    const { headers } = await get(name)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toBeNull()
  })
})

it('where nothing can be written, nothing can be uploaded or deleted', async () => {
  expect((await fetch(`${url}/api/upload`, { method: 'POST', body: new FormData() })).status).toBe(404)
  expect((await fetch(`${url}/api/upload/files/1`, { method: 'DELETE' })).status).toBe(405)
})
