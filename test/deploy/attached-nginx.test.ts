/** The configuration of docs/attaching.md in a real nginx: which requests go to Strapi, and which to Lectern. */

import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage } from '../docs/example-site.ts'
import { freePort } from '../support/free-port.ts'
import { hasNginx, startNginxWith } from './nginx.ts'
import { until } from './processes.ts'

const NAME = hasNginx ? 'nginx' : 'nginx (skipped: it is not installed)'

/** Paths that Strapi has and Lectern has not, though they are read. */
const OF_STRAPI = [
  '/api/users',
  '/api/users/1',
  '/api/users/count',
  '/api/users-permissions/roles',
  '/api/connect/github',
  '/api/auth/github/callback?access_token=x',
  '/api/auth/email-confirmation?confirmation=x',
  '/admin',
  '/uploads/a.png',
]

/** Reads that Lectern refuses, which may be routes of plugins or of the project's code. */
const REFUSED: { readonly [Path in string]?: number } = {
  '/api/navigation/render/1?type=TREE': 404,
  '/api/articles/latest': 403,
  '/api/articles/x/like': 405,
}

const OF_LECTERN = ['/api/articles?populate=*', '/api/articles/x', '/api/upload/files', '/api/userss', '/api/authors']

describe.skipIf(!hasNginx)(NAME, () => {
  const servers: Server[] = []
  /** What Strapi got: the methods and paths, with the size of the body. */
  const received: string[] = []
  let folder: string
  let nginx: ChildProcess
  let port: number

  const ask = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).headers.get('x-from')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-attached-'))
    port = await freePort()
    const strapi = await listen(servers, async (request, response) => {
      received.push(`${request.method} ${request.url} ${(await buffer(request)).length}`)
      response
        .setHeader('x-from', 'strapi')
        .writeHead(request.url === '/api/missing' ? 404 : 200)
        .end()
    })
    const lectern = await listen(servers, (request, response) => {
      response
        .setHeader('x-from', 'lectern')
        .writeHead(REFUSED[request.url ?? ''] ?? 200)
        .end()
    })
    const site = shownSite()
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replaceAll('127.0.0.1:1337', `127.0.0.1:${strapi}`)
      .replaceAll('127.0.0.1:1338', `127.0.0.1:${lectern}`)
    nginx = startNginxWith(folder, site)
    await until(() =>
      ask('/').then(
        (from) => from === 'strapi',
        () => false,
      ),
    )
  })
  afterAll(async () => {
    nginx.kill()
    await new Promise((resolve) => (nginx.exitCode === null ? nginx.on('exit', resolve) : resolve(null)))
    for (const server of servers) server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('sends reads of content to Lectern, and writes to Strapi', async () => {
    for (const path of OF_LECTERN) expect([path, await ask(path)]).toEqual([path, 'lectern'])
    for (const method of ['POST', 'PUT', 'DELETE']) expect(await ask('/api/articles', method)).toBe('strapi')
  })

  it('leaves to Strapi what it alone can answer', async () => {
    for (const path of OF_STRAPI) expect([path, await ask(path)]).toEqual([path, 'strapi'])
  })

  it('sends reads that Lectern refuses to Strapi', async () => {
    for (const path of Object.keys(REFUSED)) {
      expect([path, await ask(path)]).toEqual([path, 'strapi'])
      expect(received.at(-1)).toBe(`GET ${path} 0`)
      expect(await ask(path, 'HEAD')).toBe('strapi')
    }
  })

  it('sends writes to Strapi whole, and once, whatever the response', async () => {
    received.length = 0
    const body = 'a'.repeat(500_000)
    await fetch(`http://127.0.0.1:${port}/api/articles?status=draft`, { method: 'POST', body })
    const missing = await fetch(`http://127.0.0.1:${port}/api/missing`, { method: 'PUT', body: 'b' })
    expect(missing.status).toBe(404)
    expect(received).toEqual(['POST /api/articles?status=draft 500000', 'PUT /api/missing 1'])
  })

  it('sends everything to Strapi while Lectern is stopped', async () => {
    const lectern = servers[1]
    lectern?.closeAllConnections()
    await new Promise((resolve) => lectern?.close(resolve))
    for (const path of OF_LECTERN) expect([path, await ask(path)]).toEqual([path, 'strapi'])
  })
})

async function listen(servers: Server[], listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function shownSite(): string {
  const [, site] = /^```nginx\n([\s\S]*?)^```$/m.exec(readPage('docs/attaching.md')) ?? []
  if (site === undefined) throw new Error('docs/attaching.md shows no configuration of nginx')
  return site
}
