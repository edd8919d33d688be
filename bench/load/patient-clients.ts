import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createResponseReader } from './response-reader.ts'

export type Outcome = {
  /** Milliseconds of each successful response. */
  readonly latencies: readonly number[]
  /** Responses of 503: clients wait for their `Retry-After`. */
  readonly refused: number
  readonly seconds: number
}

export type Clients = {
  /** Stops them after the responses under way, and returns what they counted. */
  stop(): Promise<Outcome>
}

/** Clients that ask without pause, one request at a time on each connection. `pathFor` gives the number-th path. */
export const startClients = async (
  origin: string,
  connections: number,
  pathFor: (number: number) => string,
): Promise<Clients> => {
  const { hostname, port, host } = new URL(origin)
  const latencies: number[] = []
  const started = performance.now()
  let refused = 0
  let number = 0
  let stopping = false

  const work = async (socket: Socket): Promise<void> => {
    const exchange = exchangeOn(socket)
    while (!stopping) {
      number += 1
      const sent = performance.now()
      const { status, retryAfter } = await exchange(`GET ${pathFor(number)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      if (status === 200) latencies.push(performance.now() - sent)
      else if (status === 503) {
        refused += 1
        for (let waited = 0; waited < retryAfter * 10 && !stopping; waited += 1) await sleep(100)
      } else throw new Error(`An answer under load was ${status}.`)
    }
  }

  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(Number(port), hostname)))
  const working = Promise.all(sockets.map(work)).finally(() => {
    for (const socket of sockets) socket.destroy()
  })
  return {
    stop: async () => {
      stopping = true
      // Later responses do not count.
      const outcome = { latencies: [...latencies], refused, seconds: (performance.now() - started) / 1000 }
      await working
      return outcome
    },
  }
}

const opened = (port: number, host: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

type Answered = { readonly status: number; readonly retryAfter: number }

const exchangeOn = (socket: Socket): ((request: string) => Promise<Answered>) => {
  let answered: (answer: Answered) => void = () => undefined
  let failed: (error: unknown) => void = () => undefined
  const read = createResponseReader((status, head) => {
    answered({ status, retryAfter: Number(/^retry-after: *(\d+)/im.exec(head)?.[1] ?? 1) })
  })
  socket.on('data', read)
  socket.on('error', (error) => failed(error))
  socket.on('close', () => failed(new Error('A connection was closed under load.')))
  return (request) =>
    new Promise((resolve, reject) => {
      answered = resolve
      failed = reject
      socket.write(request, 'latin1')
    })
}
