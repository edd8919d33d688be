/** Two hundred clients that connect at once, each with one request that is expensive to prepare. */

import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { endPrograms, serve, until } from '../postgres-process/program.ts'
import { DATABASES } from '../support/databases.ts'
import { ask, cheap } from './clients.ts'
import { makeSite } from './site.ts'

const CLIENTS = 200

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  endPrograms()
})

/** Lists inside one another, of no entry: preparing the statement is all the work. */
const empty = (which: number) =>
  `/api/articles?filters[id][$eq]=-${which}&populate${'[author][populate][articles][populate]'.repeat(4)}=author`

/** All connect at once, the cheap read last: how many were answered before it does not depend on how busy this process is. */
function crowd(address: string) {
  const { hostname, port } = new URL(address)
  let answered = 0
  const send = (path: string) => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    return new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  }
  for (let which = 1; which <= CLIENTS; which += 1) {
    void send(empty(which)).then(() => {
      answered += 1
    })
  }
  const last = send(cheap(1)).then((head) => ({ head, after: answered }))
  return { last, answered: () => answered }
}

describe.each(DATABASES)('on %s', (kind) => {
  it('a cheap read of a client that comes after them does not wait for them', async () => {
    const site = await makeSite(kind, { cache: false })
    try {
      const { address } = await serve(['--project', site.folder, '--database', site.database])
      for (const path of [cheap(0), empty(0)]) expect((await ask(address + path)).status).toBe(200)
      const others = crowd(address)
      const { head, after } = await others.last
      expect(head).toMatch(/^HTTP\/1\.1 200 /)
      expect(after).toBeLessThan(CLIENTS / 2)
      await until('all are answered', async () => others.answered() === CLIENTS, 60_000)
    } finally {
      await site.remove()
    }
  })
})
