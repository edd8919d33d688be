/** A pooler like PgBouncer: clients connect to it as to the server, and it lends them its own sessions. */

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket, connect as socketTo } from 'node:net'

export interface Pooler {
  /** The URL of the database through the pooler. */
  readonly url: string
  /** As after a restart with another configuration: every connection is closed. */
  restart(mode: PoolMode): Promise<void>
  close(): Promise<void>
}

/** `transaction`: all clients share one session, a transaction at a time. `session`: each client has its own. */
export type PoolMode = 'transaction' | 'session'

interface Session {
  readonly socket: Socket
  /** The client of the current transaction, which gets the server's replies. */
  client: Socket | null
  readonly waiting: { readonly client: Socket; readonly bytes: Buffer }[]
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** The reply to a login, with a process id and a secret of the pooler itself. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.from([0, 0, 0, 7, 0, 0, 0, 7])),
  message('Z', Buffer.from('I')),
])

const isGoodbye = (bytes: Buffer): boolean => bytes[0] === 'X'.charCodeAt(0)

/** Calls back for every complete message, with its type and body. */
const readMessages = (socket: Socket, heard: (type: string, body: Buffer) => void): void => {
  let unread = Buffer.alloc(0)
  socket.on('data', (data) => {
    unread = Buffer.concat([unread, data])
    while (unread.length >= 5 && unread.length > unread.readInt32BE(1)) {
      const end = unread.readInt32BE(1) + 1
      const whole = unread.subarray(0, end)
      unread = unread.subarray(end)
      heard(whole.toString('latin1', 0, 1), whole.subarray(5))
    }
  })
}

const openSession = async (target: URL, startup: Buffer): Promise<Session> => {
  const socket = socketTo(Number(target.port), target.hostname)
  const session: Session = { socket, client: null, waiting: [] }
  socket.write(startup)
  await new Promise<void>((resolve) =>
    readMessages(socket, (type, body) => {
      session.client?.write(message(type, body))
      if (type !== 'Z' || body.toString() !== 'I') return
      session.client = null
      const next = session.waiting.shift()
      if (next !== undefined) lend(session, next.client, next.bytes)
      resolve()
    }),
  )
  return session
}

const lend = (session: Session, client: Socket, bytes: Buffer): void => {
  if (session.client !== null && session.client !== client) session.waiting.push({ client, bytes })
  else {
    session.client = client
    session.socket.write(bytes)
  }
}

export async function startPooler(target: string, initial: PoolMode): Promise<Pooler> {
  const to = new URL(target)
  const sessions: Promise<Session>[] = []
  const clients = new Set<Socket>()
  let mode = initial
  const sessionFor = (startup: Buffer): Promise<Session> => {
    const idle = mode === 'transaction' ? sessions[0] : undefined
    const session = idle ?? openSession(to, startup)
    if (idle === undefined) sessions.push(session)
    return session
  }
  const server = createServer(async (client) => {
    client.on('error', () => client.destroy())
    client.on('close', () => clients.delete(client))
    clients.add(client)
    const [startup] = (await once(client, 'data')) as [Buffer]
    const session = await sessionFor(startup)
    client.on('data', (bytes: Buffer) => isGoodbye(bytes) || lend(session, client, bytes))
    client.write(WELCOME)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const closeSessions = async () => {
    for (const session of sessions.splice(0)) (await session).socket.destroy()
  }
  return {
    url: Object.assign(new URL(target), { port: String(port) }).href,
    restart: async (next) => {
      mode = next
      for (const client of clients) client.destroy()
      await closeSessions()
    },
    close: async () => {
      await closeSessions()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
