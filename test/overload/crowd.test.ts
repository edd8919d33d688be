/** Two hundred clients that connect at once, each with one request that is expensive to prepare. */

import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { endPrograms, serve, until } from '../postgres-process/program.ts'
import { ask, cheap } from './clients.ts'
import { KINDS, makeSite } from './site.ts'

const CLIENTS = 200

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  endPrograms()
})

/** Lists inside one another, of no entry: preparing the statement is all the work. */
const empty = (which: number) =>
  `/api/articles?filters[id][$eq]=-${which}&populate${'[author][populate][articles][populate]'.repeat(4)}=author`

/** Resolves when all are connected. */
async function crowd(address: string) {
  const { hostname, port } = new URL(address)
  let answered = 0
  const clients = Array.from({ length: CLIENTS }, (_, which) => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.once('data', () => {
      answered += 1
    })
    socket.on('error', () => undefined)
    socket.write(`GET ${empty(which + 1)} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    return new Promise((resolve) => socket.once('connect', resolve))
  })
  await Promise.all(clients)
  return { answered: () => answered }
}

describe.each(KINDS)('on %s', (kind) => {
  it('a cheap read of a client that comes after them does not wait for them', async () => {
    const site = await makeSite(kind, { cache: false })
    try {
      const { address } = await serve(['--project', site.folder, '--database', site.database])
      for (const path of [cheap(0), empty(0)]) expect((await ask(address + path)).status).toBe(200)
      const others = await crowd(address)
      const before = others.answered()
      expect((await ask(address + cheap(1))).status).toBe(200)
      expect(others.answered() - before).toBeLessThan(CLIENTS / 2)
      await until('all are answered', async () => others.answered() === CLIENTS, 60_000)
    } finally {
      await site.remove()
    }
  })
})
