/** Behind a proxy, over real sockets: who the client is, and to whom the explorer speaks. */

import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../src/http/logger.ts'
import { type MadeProject, makeProject } from './support/make-project.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A proxy on this machine, as people set them up: the Host is that of the server behind it. */
async function proxyTo(address: string, added: Readonly<Record<string, string>>): Promise<string> {
  const target = new URL(address)
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: target.host, ...added }
    const forwarded = send({ host: target.hostname, port: target.port, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    proxy.closeAllConnections()
    return new Promise((resolve) => proxy.close(resolve))
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

async function project(server: Readonly<Record<string, unknown>> = {}): Promise<MadeProject> {
  const made = await makeProject({ types: { note: { attributes: { text: { type: 'string' } } } }, config: { server } })
  cleanups.push(() => made.remove())
  return made
}

async function served(server: Readonly<Record<string, unknown>> = {}) {
  const lines: string[] = []
  const made = await project(server)
  const lectern = await made.open({ logger: createLogger({ write: (line) => lines.push(line) }) })
  return { address: await lectern.listen({ port: 0 }), log: () => lines.map((line) => JSON.parse(line).address) }
}

const EXPLAIN = '/_explorer/explain/api/notes'

describe('explain', () => {
  it('is for this machine', async () => {
    const { address } = await served()
    expect((await fetch(`${address}${EXPLAIN}`)).status).toBe(200)
  })

  it.each(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'])(
    'is not for those who come through a proxy here that adds %s',
    async (name) => {
      const { address } = await served()
      const proxy = await proxyTo(address, { [name]: '127.0.0.1' })
      expect((await fetch(`${proxy}${EXPLAIN}`)).status).toBe(403)
      expect((await fetch(`${proxy}/api/notes`)).status).toBe(200)
    },
  )

  it('needs a token where the project is behind a proxy', async () => {
    const { address } = await served({ proxy: { koa: true } })
    expect((await fetch(`${await proxyTo(address, {})}${EXPLAIN}`)).status).toBe(403)
  })
})

describe('requests that a program passes on, without a socket', () => {
  async function passing(server: Readonly<Record<string, unknown>> = {}) {
    const lines: string[] = []
    const made = await project(server)
    const logger = createLogger({ write: (line) => lines.push(line) })
    const { fetch: pass } = await made.open({ logger, env: { NODE_ENV: 'development' } })
    return { pass, log: () => lines.map((line) => JSON.parse(line).address) }
  }

  it('do not come from this machine, whatever their host is', async () => {
    const { pass } = await passing()
    const asked = `http://localhost${EXPLAIN}`
    const sent = { headers: { Host: 'localhost' } }
    for (const request of [asked, new URL(asked), new Request(asked)]) expect((await pass(request)).status).toBe(403)
    expect((await pass(EXPLAIN, sent)).status).toBe(403)
    expect((await pass(`/api/..${EXPLAIN}`)).status).toBe(403)
    expect((await pass(`/api\\..${EXPLAIN}`)).status).toBe(403)
    expect((await pass('http://site.example/api/notes', sent)).status).toBe(200)
  })

  it('come from this machine where the program asks for a path of its own accord', async () => {
    expect((await (await passing()).pass(EXPLAIN)).status).toBe(200)
  })

  it('have no address in the log, unless the program is a proxy that says it', async () => {
    const sent = { headers: { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' } }
    const { pass, log } = await passing()
    await pass('http://site.example/api/notes', sent)
    expect(log()).toEqual([undefined])
    const proxy = await passing({ proxy: true })
    await proxy.pass('http://site.example/api/notes', sent)
    await proxy.pass('http://site.example/api/notes')
    expect(proxy.log()).toEqual(['203.0.113.7', undefined])
  })
})

describe('the address in the log', () => {
  const asked = { headers: { 'x-forwarded-for': '203.0.113.7' } }

  it('is that of the connection, whatever headers say', async () => {
    const { address, log } = await served()
    await fetch(`${address}/api/notes`, asked)
    expect(log()).toEqual(['127.0.0.1'])
  })

  it('is what a trusted proxy says', async () => {
    const { address, log } = await served({ proxy: true })
    await fetch(`${address}/api/notes`, asked)
    expect(log()).toEqual(['203.0.113.7'])
  })

  it('is the last one that no trusted proxy has: what is before that, the client made up', async () => {
    const { address, log } = await served({ proxy: { koa: true, trusted: ['127.0.0.1', '10.0.0.0/8'] } })
    const chain = '198.51.100.1, 203.0.113.7, 10.1.2.3'
    await fetch(`${address}/api/notes`, { headers: { 'x-forwarded-for': chain } })
    expect(log()).toEqual(['203.0.113.7'])
  })

  it('is that of the connection where that proxy is not among the trusted', async () => {
    const { address, log } = await served({ proxy: { koa: true, trusted: ['192.0.2.1'] } })
    await fetch(`${address}/api/notes`, asked)
    expect(log()).toEqual(['127.0.0.1'])
  })

  it.each(['unknown', '<script>', ''])('is never a text that is not an address: %j', async (text) => {
    const { address, log } = await served({ proxy: true })
    await fetch(`${address}/api/notes`, { headers: { 'x-forwarded-for': text } })
    expect(log()).toEqual(['127.0.0.1'])
  })

  it('has no port', async () => {
    const { address, log } = await served({ proxy: true })
    await fetch(`${address}/api/notes`, { headers: { 'x-forwarded-for': '203.0.113.7:4711' } })
    expect(log()).toEqual(['203.0.113.7'])
  })
})
