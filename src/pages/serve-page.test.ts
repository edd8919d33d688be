import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpRequest } from '../request/http-request.ts'
import { createPage, type ServePage } from './serve-page.ts'

let root: string
let page: ServePage

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-pages-'))
  const folder = join(root, 'page')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<p>é')
  writeFileSync(join(folder, 'a b.css'), 'p {}')
  writeFileSync(join(folder, 'assets', 'main-1a2b3c4d.js'), '1')
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'))
  page = createPage(folder)
})
afterAll(() => rmSync(root, { recursive: true }))

function get(path: string, headers: HttpRequest['headers'] = {}) {
  return page({ method: 'GET', url: `/_page${path}?x=1`, headers }, path)
}

describe('createPage', () => {
  it('leads to the folder', async () => {
    expect(await get('')).toEqual({ status: 308, headers: { location: '_page/' }, body: '' })
  })

  it('answers with files, whole, and says what they are', async () => {
    const { status, headers, file } = await get('/')
    expect([status, file?.start, file?.length]).toEqual([200, 0, 5])
    expect(headers).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8' })
    expect((await get('/a%20b.css')).headers['Content-Type']).toBe('text/css; charset=utf-8')
  })

  it('lets files named after their content be cached forever, and no others', async () => {
    expect((await get('/assets/main-1a2b3c4d.js')).headers['Cache-Control']).toContain('immutable')
    expect((await get('/index.html')).headers['Cache-Control']).toBe('no-cache')
  })

  it('serves what an update has put in place of the files', async () => {
    const folder = join(root, 'updated')
    mkdirSync(folder)
    writeFileSync(join(folder, 'index.html'), 'old')
    const updated = createPage(folder)
    const ask = (path: string) => updated({ method: 'GET', url: `/_page${path}`, headers: {} }, path)
    const old = await ask('/')
    expect(old.file?.length).toBe(3)
    writeFileSync(join(folder, 'index.html'), 'newer')
    writeFileSync(join(folder, 'more.css'), 'p {}')
    expect((await ask('/more.css')).file?.length).toBe(4)
    const newer = await ask('/')
    expect(newer.file?.length).toBe(5)
    expect(newer.headers.ETag).not.toBe(old.headers.ETag)
    rmSync(folder, { recursive: true })
    await expect(ask('/')).rejects.toMatchObject({ code: 'ROUTE_UNKNOWN' })
  })

  it('answers 304 to clients that have it', async () => {
    const { headers } = await get('/')
    expect(await get('/', { 'if-none-match': headers.ETag })).toMatchObject({ status: 304, body: '' })
    // Proxies that compress make a tag weak, and caches send the tags of all versions that they have.
    for (const tags of [`W/${headers.ETag}`, `"x", ${headers.ETag}`])
      expect(await get('/', { 'if-none-match': tags })).toMatchObject({ status: 304, body: '' })
    expect(await get('/index.html', { 'if-none-match': '"x"' })).toMatchObject({ status: 200 })
  })

  it.each([
    '/nope',
    '/../secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets',
    '/assets/',
    '/link.txt',
    '/%',
    '//index.html',
    '/__proto__',
  ])('knows nothing of %s', async (path) => {
    await expect(get(path)).rejects.toMatchObject({ code: 'ROUTE_UNKNOWN' })
  })

  it('has nothing where the folder is not there', async () => {
    const request = { method: 'GET', url: '/_page/', headers: {} }
    await expect(createPage(join(root, 'no'))(request, '/')).rejects.toMatchObject({ code: 'ROUTE_UNKNOWN' })
  })
})
