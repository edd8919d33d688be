/** `lectern pull` where the server is not what it should be: the file of before stays. */

import { chmodSync, statSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Folder, pulling, temporaryFolder } from './pulling.ts'

let folder: Folder
const servers: Server[] = []

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(() => {
  folder.remove()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const NDJSON = { 'content-type': 'application/x-ndjson; charset=utf-8' }
const entry = (id: number, more = '') => `{"id":${id},"documentId":"d${id}","title":"a\u2028b${more}"}\n`
const end = (total: number) => `{"end":{"total":${total},"revision":null}}\n`
const ERROR =
  '{"error":{"status":503,"name":"ServiceUnavailableError","message":"Too late","details":{"hint":"Ask for less"}}}\n'

it.each<[string, string, string]>([
  ['no last line', entry(1) + entry(2), 'the response ended without its last line (entries so far: 2).'],
  ['half a last line', entry(1) + end(1).slice(0, 15), 'the response ended without its last line'],
  ['nothing at all', '', 'ended without its last line (entries so far: 0).'],
  ['an entry too few', entry(1) + end(2), 'its last line says 2 entries, and it has 1.'],
  ['an entry too many', entry(1) + entry(2) + end(1), 'its last line says 1 entries, and it has 2.'],
  ['entries after the end', entry(1) + end(1) + entry(2), 'the response ended without its last line'],
  ['an error', entry(1) + ERROR, '503 Too late. Ask for less.'],
])('takes %s for what it is', async (_, body, message) => {
  const url = await serve((_request, response) => response.writeHead(200, NDJSON).end(body))
  folder.write('copy', 'before')
  const { code, err } = await pulling([`${url}/api/notes`, '--out', folder.path('copy')])
  expect([code, err]).toEqual([1, expect.stringContaining(message)])
  expect(err).toContain('lectern: The export is not complete: ')
  expect([folder.read('copy'), folder.names()]).toEqual(['before', ['copy']])
})

it('notices a connection that is cut, also while changes are pulled', async () => {
  const line = '{"id":1,"documentId":"d1","updatedAt":"2025-01-01T00:00:00.000Z"}\n'
  const url = await serve((_request, response) => {
    response.writeHead(200, NDJSON).write(line, () => response.destroy())
  })
  folder.write('copy', line)
  for (const more of [[], ['--changes']]) {
    const { code, err } = await pulling([`${url}/api/notes`, '--out', folder.path('copy'), ...more])
    expect([code, err]).toEqual([1, expect.stringContaining('The export is not complete')])
    expect([folder.read('copy'), folder.names()]).toEqual([line, ['copy']])
  }
})

it('stops when it is told to', async () => {
  const url = await serve((_request, response) => response.writeHead(200, NDJSON).write(entry(1)))
  let stop = () => {}
  const signal = new Promise<void>((resolve) => {
    stop = resolve
  })
  const { code, err } = await pulling([`${url}/api/notes`, '--out', folder.path('copy')], { signal, onProgress: stop })
  expect([code, err, folder.names()]).toEqual([130, 'Stopped. Nothing was written.', []])
})

it('sends the token in a header, takes gzip, follows redirects, and keeps every character and who may read', async () => {
  const asked: unknown[] = []
  const url = await serve(({ url: path = '', headers }, response) => {
    asked.push([path, headers.authorization, headers['accept-encoding']])
    if (!path.startsWith('/v2')) return response.writeHead(307, { location: `/v2${path}` }).end()
    return response.writeHead(200, { ...NDJSON, 'content-encoding': 'gzip' }).end(gzipSync(entry(1, 'ü') + end(1)))
  })
  folder.write('copy', 'before')
  chmodSync(folder.path('copy'), 0o600)
  const { code } = await pulling([`${url}/api/notes/?a=b#c`, '--out', folder.path('copy')], { token: 'secret' })
  const sent = ['Bearer secret', expect.stringContaining('gzip')]
  expect(asked).toEqual([
    ['/api/notes/actions/export?a=b', ...sent],
    ['/v2/api/notes/actions/export?a=b', ...sent],
  ])
  expect([code, folder.read('copy')]).toEqual([0, entry(1, 'ü')])
  expect(statSync(folder.path('copy')).mode & 0o777).toBe(0o600)
})

it('does not give the token to another server', async () => {
  const asked: unknown[] = []
  const other = await serve(({ headers }, response) => {
    asked.push(headers.authorization)
    response.writeHead(200, NDJSON).end(end(0))
  })
  const url = await serve((_request, response) => response.writeHead(302, { location: `${other}/x` }).end())
  expect((await pulling([`${url}/api/notes`, '--out', folder.path('copy')], { token: 'secret' })).code).toBe(0)
  expect(asked).toEqual([undefined])
})

it('merges what it would replace once, by every character of the lines', async () => {
  const line = (id: number, document: string, at: string) =>
    `{"id":${id},"documentId":"${document}","price":1.0,"text":"\u2028","updatedAt":"${at}"}\n`
  const old = '2025-01-01T00:00:00.000Z'
  const url = await serve((request, response) => {
    const asked = new URL(request.url ?? '', 'http://x').searchParams
    expect(asked.get('filters[$and][0][$or][0][updatedAt][$gte]')).toBe('2024-12-31T23:55:00.000Z')
    response.writeHead(200, NDJSON).end(line(2, 'new', old) + line(9, 'b', old) + end(2))
  })
  folder.write('copy', line(1, 'a', old) + line(3, 'b', old) + line(4, 'c', old) + end(3))
  await pulling([`${url}/api/notes`, '--out', folder.path('copy'), '--changes'])
  expect(folder.read('copy')).toBe(line(1, 'a', old) + line(2, 'new', old) + line(4, 'c', old) + line(9, 'b', old))
  const twice = line(3, 'b', old) + line(4, 'b', old)
  folder.write('copy', twice)
  const { code, err } = await pulling([`${url}/api/notes`, '--out', folder.path('copy'), '--changes'])
  expect([code, err, folder.read('copy')]).toEqual([1, expect.stringContaining('has b twice'), twice])
})

it('names a server that is not there, and a page that is not an export', async () => {
  const url = await serve((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
  const page = await pulling([`${url}/login?secret=1`, '--out', folder.path('copy')])
  expect(page.err).toBe(
    `lectern: ${url}/login/actions/export is not an export: the response is text/html, not application/x-ndjson.`,
  )
  for (const server of servers.splice(0)) server.close().closeAllConnections()
  const gone = await pulling([`${url}/api/notes`, '--out', folder.path('copy')])
  expect([gone.code, gone.err]).toEqual([
    1,
    expect.stringMatching(/^lectern: http:\S+ cannot be reached: .*ECONNREFUSED/),
  ])
})

it.each<[readonly string[], string]>([
  [[], 'Usage: lectern pull URL --out FILE.'],
  [['http://x/api/notes'], 'Usage: lectern pull URL --out FILE.'],
  [['x/api/notes', '--out', 'y'], 'The URL must be that of a list'],
  [['http://x', '--out', 'y'], 'The URL must be that of a list'],
  [['http://x/api/notes/actions/watch', '--out', 'y'], 'The URL must be that of a list'],
  [['http://a:b@x/api/notes', '--out', 'y'], 'The URL must not contain a password'],
])('explains what is wrong with %j', async (args, message) => {
  expect(await pulling(args)).toMatchObject({ code: 1, err: expect.stringContaining(`lectern: ${message}`) })
})
