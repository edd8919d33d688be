/** Bytes that are not quite HTTP, over real sockets: whatever is sent, the server answers the next one. */

import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type Choices, choices } from './choices.ts'

const RUNS = randomRuns(400)
const SEED = 20_261_117
const HOST = '127.0.0.1'
/** A connection that the server keeps open for more is closed from here. */
const PATIENCE_MS = 40

let lectern: Lectern
let port: number

beforeAll(async () => {
  lectern = await openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), env: {} })
  port = Number(new URL(await lectern.listen({ host: HOST, port: 0 })).port)
})

afterAll(() => lectern.close())

/** Sends the chunks, and gives what came back until the server hung up or had nothing more to say. */
function talk(chunks: readonly Buffer[], patience = PATIENCE_MS): Promise<string> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect(port, HOST, () => {
      for (const chunk of chunks) socket.write(chunk)
    })
    const end = () => {
      socket.destroy()
      resolve(Buffer.concat(received).toString('latin1'))
    }
    socket.setTimeout(patience, end)
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', end)
    socket.on('close', end)
  })
}

const bytes = (pick: Choices, most: number): string =>
  Array.from({ length: pick.upTo(most) }, () => String.fromCharCode(pick.upTo(256))).join('')

const GET = 'GET /api/articles?pagination[pageSize]=1 HTTP/1.1\r\nHost: x\r\n\r\n'

const MAKERS: readonly ((pick: Choices) => string)[] = [
  (pick) => bytes(pick, 200),
  (pick) => `GET /api/articles?${bytes(pick, 60)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  (pick) => `GET ${bytes(pick, 60)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  (pick) => `${bytes(pick, 10)} / HTTP/1.1\r\nHost: x\r\n\r\n`,
  (pick) => `GET / HTTP/${bytes(pick, 5)}\r\nHost: x\r\n\r\n`,
  (pick) => `GET / HTTP/1.1\r\n${bytes(pick, 60)}\r\n\r\n`,
  (pick) => GET.slice(0, pick.upTo(GET.length)),
  // Good requests with garbage between them, in one go.
  (pick) => `${GET}${GET}${bytes(pick, 30)}${GET}`,
  // Floods of headers, and one that is too long.
  (pick) => `GET /_health HTTP/1.1\r\nHost: x\r\n${'X-Flood: 1\r\n'.repeat(pick.of([100, 1_999, 2_001, 20_000]))}\r\n`,
  (pick) => `GET /_health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(pick.of([8_000, 60_000, 300_000]))}\r\n\r\n`,
  (pick) => `GET /api/articles?${'x'.repeat(pick.of([131_000, 140_000, 400_000]))} HTTP/1.1\r\nHost: x\r\n\r\n`,
  (pick) =>
    `GET /api/articles HTTP/1.1\r\nHost: x\r\nAuthorization: ${pick.of(['Bearer ', 'Bearer a.b.c', 'x'])}${bytes(pick, 20).replaceAll(/[\r\n]/g, '')}\r\n\r\n`,
  // Lengths that contradict one another, and unexpected bodies.
  (pick) =>
    `POST /api/articles HTTP/1.1\r\nHost: x\r\nContent-Length: ${pick.of(['-1', '5', '99999999999', 'x'])}\r\nContent-Length: 3\r\n\r\n${bytes(pick, 20)}`,
  (pick) =>
    `GET /api/articles HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${pick.of(['zz', '5', 'ffffffffffffffff', '0'])}\r\n${bytes(pick, 20)}\r\n0\r\n\r\n`,
  (pick) =>
    `${pick.of(['OPTIONS', 'HEAD', 'TRACE', 'CONNECT', 'PRI'])} ${pick.of(['*', '/', '/api/articles', 'x:1', 'http://y/api/tags'])} HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n`,
]

describe(`raw sockets (seed ${SEED})`, () => {
  it(`never fail on ${RUNS} connections of garbage, and the server lives on`, async () => {
    let answered = 0
    const property = fc.asyncProperty(choices, async (pick) => {
      const text = pick.of(MAKERS)(pick)
      const cut = pick.upTo(text.length + 1)
      const received = await talk([Buffer.from(text.slice(0, cut), 'latin1'), Buffer.from(text.slice(cut), 'latin1')])
      const statuses = [...received.matchAll(/(?:^|\r\n|\})HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      if (statuses.length > 0) answered += 1
      for (const status of statuses)
        if (status >= 500) throw new Error(`${status} for ${JSON.stringify(text.slice(0, 500))}`)
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS })
    console.log(`${answered} of ${RUNS} connections got an answer, seed ${SEED}`)
    expect(answered).toBeGreaterThan(RUNS / 2)
    for (const [path, status] of [
      ['/_health', 204],
      ['/api/articles', 200],
    ] as const) {
      const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
      expect(await talk([Buffer.from(request)], 10_000)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  })
})
