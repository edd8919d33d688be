import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Server } from '../../bench/peers/start-server.ts'
import { pairOf } from '../../bench/trial/pair.ts'
import { choicesOf, randomOf } from '../../bench/trial/random.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Compresses where it is asked to. */
async function serverThat(
  answer: (request: IncomingMessage) => readonly [status: number, body: unknown],
): Promise<Server> {
  const server = createServer((request, response) => {
    const [status, body] = answer(request)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const isCompressed = request.headers['accept-encoding'] === 'gzip'
    response.writeHead(status, isCompressed ? { 'content-encoding': 'gzip' } : {})
    response.end(isCompressed ? gzipSync(text) : text)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closing.push(() => server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } as Server
}

const get = (path = '/', alike: 'all' | 'total' | 'nothing' = 'all') => ({ method: 'GET', path, alike })

describe('a pair of servers', () => {
  it('agrees on what differs by ids and times alone', async () => {
    const of = (id: number, documentId: string, time: string) =>
      serverThat(() => [200, { data: [{ id, documentId, updatedAt: time }] }])
    const pair = pairOf(
      await of(1, 'a'.repeat(24), '2026-01-01T00:00:00.000Z'),
      await of(2, 'b'.repeat(24), '2026-01-02T00:00:00.000Z'),
    )
    expect(await pair.send(get())).toBeNull()
  })

  it('compares lines of JSON as values, but for the revision', async () => {
    const of = (value: string) =>
      serverThat(() => [200, `{"a":1,"b":${value}}\n{"end":{"revision":"${Math.random()}"}}\n`])
    expect(await pairOf(await of('2'), await of(' 2')).send(get())).toBeNull()
    expect(await pairOf(await of('2'), await of('3')).send(get())).not.toBeNull()
  })

  it('agrees on values, not on the order of keys, and on totals alone where orders may differ', async () => {
    const listing = (data: readonly object[], total = 2) =>
      serverThat(() => [200, { data, meta: { pagination: { total } } }])
    const some = await listing([{ a: 1, b: 2 }, { a: 3 }])
    expect(await pairOf(some, await listing([{ b: 2, a: 1 }, { a: 3 }])).send(get())).toBeNull()
    const turned = await listing([{ a: 3 }, { a: 1, b: 2 }])
    expect(await pairOf(some, turned).send(get())).not.toBeNull()
    expect(await pairOf(some, turned).send(get('/', 'total'))).toBeNull()
    expect(await pairOf(some, await listing([], 3)).send(get('/', 'total'))).not.toBeNull()
  })

  it('reads responses that are compressed, which it asks for once in a while', async () => {
    const encodings: (string | undefined)[] = []
    const compressing = await serverThat(({ headers }) => {
      encodings.push(headers['accept-encoding'])
      return [200, { a: 1 }]
    })
    const pair = pairOf(compressing, await serverThat(() => [200, { a: 1 }]))
    for (let count = 0; count < 16; count += 1) expect(await pair.send(get())).toBeNull()
    expect(encodings.filter((encoding) => encoding === 'gzip')).toHaveLength(2)
  })

  it('tells of another value, another status, and of any 5xx', async () => {
    const [one, other] = [await serverThat(() => [200, { a: 1 }]), await serverThat(() => [200, { a: 2 }])]
    const [refusing, failing] = [await serverThat(() => [400, {}]), await serverThat(() => [500, {}])]
    expect(await pairOf(one, other).send(get('/x'))).toBe('GET /x \nSQLite 200 {"a":1}\nPostgreSQL 200 {"a":2}')
    expect(await pairOf(one, refusing).send(get('/', 'total'))).toContain('PostgreSQL 400')
    expect(await pairOf(failing, failing).send(get('/', 'nothing'))).toContain('SQLite 500')
  })

  it('asks each for its own document by the name that both have for it', async () => {
    const own = (letter: string) => {
      const documentId = letter.repeat(24)
      return serverThat(({ url }) => (url === '/' ? [201, { data: { documentId } }] : [200, { url, documentId }]))
    }
    const pair = pairOf(await own('a'), await own('b'))
    expect(await pair.send({ method: 'POST', path: '/', body: {}, alike: 'all' })).toBeNull()
    const name = pair.made()
    expect(name).not.toBeNull()
    expect(await pair.send(get(`/${name}`))).toBeNull()
    expect(await pairOf(await own('a'), await serverThat(() => [200, {}])).send(get('/other'))).not.toBeNull()
  })

  it('tells of a server that does not answer', async () => {
    const gone = { origin: 'http://127.0.0.1:1' } as Server
    expect(await pairOf(gone, gone).send(get())).toContain('no answer')
  })
})

describe('random choices', () => {
  it('are the same for the same seed, and others for another', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, randomOf(seed))
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    const pick = choicesOf(3)
    expect(new Set(Array.from({ length: 200 }, () => pick.of(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
  })
})
