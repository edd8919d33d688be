/** A network between the program and the server that can go silent: connections stay open, and no data comes through. */

import { createServer, type Socket, connect as socketTo } from 'node:net'

export interface Proxy {
  /** The URL of the server through the proxy. */
  readonly url: string
  silence(): void
  restore(): void
  /** The next requests to cancel a statement do not arrive. */
  loseCancels(count: number): void
  /** The next transaction is committed, and the connection ends before the client gets the reply. */
  loseCommit(): void
  close(): Promise<void>
}

/** The code of a CancelRequest, after its length. */
const CANCEL_REQUEST = 80_877_102

/** The tag of a CommandComplete. */
const COMMITTED = 'COMMIT\0'

export async function startProxy(target: string): Promise<Proxy> {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  let silent = false
  let losing = 0
  let losingCommit = false
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('data', (data) => socket.destroyed || other.write(data))
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    if (silent) socket.pause()
  }
  const server = createServer((client) => {
    const upstream = socketTo(Number(to.port), to.hostname)
    client.once('data', (data) => {
      if (losing === 0 || data.readInt32BE(4) !== CANCEL_REQUEST) return
      losing -= 1
      client.destroy()
    })
    upstream.on('data', (data) => {
      if (!losingCommit || !data.includes(COMMITTED)) return
      losingCommit = false
      client.destroy()
    })
    keep(client, upstream)
    keep(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: Object.assign(new URL(target), { port: String(port) }).href,
    silence: () => {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    restore: () => {
      silent = false
      for (const socket of sockets) socket.resume()
    },
    loseCancels: (count) => {
      losing = count
    },
    loseCommit: () => {
      losingCommit = true
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
