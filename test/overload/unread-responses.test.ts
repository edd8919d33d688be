/** Clients that send many requests and read no response do not keep others from being served. */

import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { endPrograms, serve, until } from '../postgres-process/program.ts'
import { DATABASES } from '../support/databases.ts'
import { ask, cheap, type Heard } from './clients.ts'
import { makeSite } from './site.ts'

const CONNECTIONS = 20
/** On each connection: requests without a cached response, and then one that fills the socket's buffers. */
const DIFFERENT = 2
const SAME = 18
const REQUEST_TIMEOUT = 6_000
/** The pause between two cheap reads: without it, they would keep both cores busy. */
const PAUSE = 20

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  endPrograms()
})

function pipeline(address: string, index: number): Socket {
  const { hostname, port } = new URL(address)
  const different = Array.from({ length: DIFFERENT }, (_, number) => `filters[id][$gt]=-${index * DIFFERENT + number}`)
  const same = Array.from({ length: SAME }, () => 'pagination[pageSize]=100')
  const texts = [...different, ...same].map(
    (query) => `GET /api/articles?populate=*&${query} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`,
  )
  const socket = connect(Number(port), hostname, () => socket.write(texts.join('')))
  socket.on('error', () => undefined)
  socket.pause()
  sockets.push(socket)
  return socket
}

/** Requests for articles that the program has answered. */
const answered = (log: string) => log.split('\n').filter((line) => line.includes('/api/articles?populate')).length

/** A client that does not read learns that its connection was closed when it writes. */
async function closedByServer(unread: readonly Socket[]): Promise<void> {
  const probing = setInterval(() => {
    for (const socket of unread) if (!socket.destroyed) socket.write('\r\n')
  }, 500)
  await Promise.all(unread.map((socket) => socket.destroyed || new Promise((resolve) => socket.once('close', resolve))))
  clearInterval(probing)
}

describe.each(DATABASES)('on %s', (kind) => {
  it('cheap reads are answered beside them, and they are disconnected', { timeout: 120_000 }, async () => {
    const site = await makeSite(kind, { requestTimeout: REQUEST_TIMEOUT })
    try {
      const program = await serve(['--project', site.folder, '--database', site.database])
      expect((await ask(program.address + cheap(0))).status).toBe(200)
      const unread = Array.from({ length: CONNECTIONS }, (_, index) => pipeline(program.address, index))
      await until('they are worked on', async () => answered(program.log()) > 0)
      let areClosed = false
      const closed = closedByServer(unread).then(() => {
        areClosed = true
      })
      const heard: Heard[] = []
      for (let which = 1; !areClosed; which += 1) {
        heard.push(await ask(program.address + cheap(which)))
        await pause(PAUSE)
      }
      await closed
      heard.push(await ask(`${program.address}/api/tags`))
      expect(heard.filter(({ status }) => status !== 200)).toEqual([])
      expect(answered(program.log())).toBeLessThan(CONNECTIONS * (DIFFERENT + SAME))
      expect(await program.stop()).toBe(0)
    } finally {
      await site.remove()
    }
  })
})
