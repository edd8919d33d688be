/** Two hundred clients that connect at once, each with one request that is expensive to prepare. */

import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { endPrograms, type Program, serve, until } from '../postgres-process/program.ts'
import { DATABASES } from '../support/databases.ts'
import { ask, cheap } from './clients.ts'
import { makeSite } from './site.ts'

const CLIENTS = 200

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  endPrograms()
})

/** Nested lists without entries: preparing the statement is all the work. */
const empty = (which: number) =>
  `/api/articles?filters[id][$eq]=-${which}&populate${'[author][populate][articles][populate]'.repeat(4)}=author`

/**
 * The server is suspended until all clients have sent their requests, the cheap read last: otherwise it would have answered
 * many of them before a busy machine sent the last.
 */
async function crowd({ address, child }: Program) {
  const { hostname, port } = new URL(address)
  let answered = 0
  const send = async (path: string) => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => undefined)
    await new Promise<void>((resolve) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`, () => resolve())
    })
    return { head: new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data)))) }
  }
  child.kill('SIGSTOP')
  for (let which = 1; which <= CLIENTS; which += 1) {
    const { head } = await send(empty(which))
    void head.then(() => {
      answered += 1
    })
  }
  const { head } = await send(cheap(1))
  const last = head.then((received) => ({ head: received, after: answered }))
  child.kill('SIGCONT')
  return { last, answered: () => answered }
}

describe.each(DATABASES)('on %s', (kind) => {
  it('a cheap read of a client that connects after them does not wait for them', async () => {
    const site = await makeSite(kind, { cache: false })
    try {
      const program = await serve(['--project', site.folder, '--database', site.database])
      for (const path of [cheap(0), empty(0)]) expect((await ask(program.address + path)).status).toBe(200)
      const others = await crowd(program)
      const { head, after } = await others.last
      expect(head).toMatch(/^HTTP\/1\.1 200 /)
      expect(after).toBeLessThan(CLIENTS / 2)
      await until('all are answered', async () => others.answered() === CLIENTS, 60_000)
    } finally {
      await site.remove()
    }
  })
})
