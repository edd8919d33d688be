/** The configuration of docs/deploy.md in a real nginx, with TLS, before two processes that share a PostgreSQL database. */

import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keysOf } from '../../src/vocabulary/keys-of.ts'
import { readPage, root } from '../docs/example-site.ts'
import { freePort } from '../support/free-port.ts'
import { createDatabase, type PostgresDatabase } from '../support/postgres.ts'
import { HOST, hasNginx, startNginx } from './nginx.ts'
import { type Server, startLectern, until } from './processes.ts'

const NAME = hasNginx ? 'nginx' : 'nginx (skipped: it is not installed)'
const MAIN = root('dist/cli/main.js')
const SECRETS = { API_TOKEN_SALT: 'salt-of-the-test', JWT_SECRET: 'secret-of-the-test' }

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

describe.skipIf(!hasNginx)(NAME, () => {
  const ports = { http: 0, https: 0, first: 0, second: 0 }
  const agent = new Agent({ keepAlive: true })
  const servers: Server[] = []
  let folder: string
  let database: PostgresDatabase
  let nginx: ChildProcess
  let key: string

  const environment = () => ({
    PATH: process.env.PATH,
    ...SECRETS,
    LECTERN_DATABASE: database.url,
    NODE_ENV: 'production',
  })
  const lectern = (...args: readonly string[]) =>
    execFileSync(process.execPath, [MAIN, ...args, '--project', join(folder, 'my-site')], {
      env: environment(),
      encoding: 'utf8',
    })

  const serve = (port: number) =>
    startLectern([MAIN, 'serve', '--project', join(folder, 'my-site'), '--port', String(port), '--workers', '1'], {
      env: environment(),
    })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-nginx-'))
    for (const name of keysOf(ports)) ports[name] = await freePort()
    database = await createDatabase()
    execFileSync(process.execPath, [MAIN, 'new', join(folder, 'my-site')])
    // The block after the nginx configuration: config/server.
    writeFileSync(join(folder, 'my-site/config/server.js'), serverConfiguration())
    // As the page says: what was written locally, into SQLite, comes along in an archive, with what the public may read.
    const archive = join(folder, 'my-site.tar.gz')
    execFileSync(process.execPath, [MAIN, 'export', archive, '--project', join(folder, 'my-site')])
    lectern('import', archive)
    key = lectern('token', 'create', 'editor', '--type', 'full-access').trim()
    servers.push(...(await Promise.all([serve(ports.first), serve(ports.second)])))
    nginx = startNginx(join(folder, 'nginx'), ports)
    await until(() =>
      ask('/_ready').then(
        ({ status }) => status === 204,
        () => false,
      ),
    )
  })

  afterAll(async () => {
    agent.destroy()
    nginx?.kill('SIGTERM')
    for (const { child } of servers) child.kill('SIGKILL')
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  function ask(path: string, headers: Readonly<Record<string, string>> = {}, body?: Buffer): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST'
    const target = { host: '127.0.0.1', port: ports.https, path, method, agent, rejectUnauthorized: false }
    return new Promise((resolve, reject) => {
      const sent = request({ ...target, headers: { host: HOST, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { statusCode = 0, headers: received } = response
          resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks).toString() })
        })
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  const write = (data: unknown, more: Readonly<Record<string, string>> = {}) =>
    ask(
      '/api/articles',
      { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
      Buffer.from(JSON.stringify({ data })),
    )

  it('sends plain HTTP to HTTPS, with the path', async () => {
    const location = await new Promise((resolve, reject) => {
      requestHttp({ host: '127.0.0.1', port: ports.http, path: '/api/articles?sort=title', headers: { host: HOST } })
        .on('response', (response) => resolve([response.statusCode, response.headers.location]))
        .on('error', reject)
        .end()
    })
    expect(location).toEqual([308, `https://${HOST}/api/articles?sort=title`])
  })

  it('serves what was written locally before', async () => {
    const { status, body } = await ask('/api/articles?fields=title&populate[author][fields]=name&sort=title')
    expect([status, body]).toEqual([200, expect.stringMatching(/A first look around.*"name":"Ada"/)])
  })

  it('has both processes answer the same, with the same validator', async () => {
    expect((await write({ title: 'Hello' })).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/api/articles?fields=title')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(answers[0]?.body).toContain('"Hello"')
    const etags = new Set(answers.map(({ headers }) => headers.etag))
    expect(etags.size).toBe(1)
    const [etag = ''] = etags
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await ask('/api/articles?fields=title', { 'if-none-match': String(etag) })).status).toBe(304)
    }
    for (const { log } of servers) expect(log()).toContain('/api/articles?fields=title')
  })

  it('passes on the address of the client, and ignores one that the client sends', async () => {
    await write({ title: 'Signed' }, { 'x-forwarded-for': '203.0.113.7' })
    const audited = () => servers.flatMap(({ log }) => log().split('\n')).filter((line) => line.includes('"audit"'))
    await until(() => audited().length > 1)
    expect(audited().join('\n')).not.toContain('203.0.113.7')
    expect(audited().at(-1)).toContain('"address":"127.0.0.1"')
  })

  it('leaves limits of URLs and bodies to Lectern', async () => {
    const values = Array.from({ length: 900 }, (_, index) => `filters[title][$in][${index}]=a-title-with-some-length`)
    expect((await ask(`/api/articles?${values.join('&')}`)).status).toBe(200)
    const long = await ask(`/api/articles?x=${'y'.repeat(140_000)}`)
    expect([long.status, JSON.parse(long.body).error?.status]).toEqual([414, 414])
    const upload = await ask('/api/upload', { authorization: `Bearer ${key}`, ...MULTIPART }, fileOf(3_000_000))
    expect(upload.status).toBe(201)
    const tooLong = await write({ title: 'x'.repeat(2_000_000) })
    expect([tooLong.status, JSON.parse(tooLong.body).error?.status]).toEqual([413, 413])
  })

  it('answers all requests while one instance after the other is restarted', async () => {
    const failures: unknown[] = []
    let going = true
    const clients = Array.from({ length: 3 }, async () => {
      while (going) {
        const { status } = await ask('/api/articles').catch(() => ({ status: 0 }))
        if (status !== 200) failures.push(status)
      }
    })
    for (const [index, port] of [ports.first, ports.second].entries()) {
      expect(await servers[index]?.stop()).toBe(0)
      servers[index] = await serve(port)
    }
    going = false
    await Promise.all(clients)
    expect(failures).toEqual([])
  })
})

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=edge' }

function fileOf(bytes: number): Buffer {
  const head = '--edge\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n'
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 1), Buffer.from('\r\n--edge--\r\n')])
}

/** Of the page's blocks of JavaScript, the one that has a public address. */
function serverConfiguration(): string {
  const blocks = [...readPage('docs/deploy.md').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  const found = blocks.find((text) => text.includes(`https://${HOST}`))
  if (found === undefined) throw new Error('docs/deploy.md shows no config/server for nginx')
  return found
}
