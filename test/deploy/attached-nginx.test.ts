/** The configuration of docs/attaching.md in a real nginx: which requests go to Strapi, and which to Lectern. */

import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const OF_LECTERN = ['/api/articles?populate=*', '/api/articles/x', '/api/upload/files', '/api/userss', '/api/authors']

describe.skipIf(!hasNginx)(NAME, () => {
  const servers: Server[] = []
  let folder: string
  let nginx: ChildProcess
  let port: number

  const ask = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).headers.get('x-from')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-attached-'))
    port = await freePort()
    const strapi = await serverNamed('strapi', servers)
    const lectern = await serverNamed('lectern', servers)
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
})

async function serverNamed(name: string, servers: Server[]): Promise<number> {
  const server = createServer((_, response) => response.setHeader('x-from', name).end())
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function shownSite(): string {
  const [, site] = /^```nginx\n([\s\S]*?)^```$/m.exec(readPage('docs/attaching.md')) ?? []
  if (site === undefined) throw new Error('docs/attaching.md shows no configuration of nginx')
  return site
}
