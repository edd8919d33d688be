import { connect, type Socket } from 'node:net'
import { createResponseReader } from './response-reader.ts'

export type Answered = { readonly seconds: number; readonly latencies: readonly number[] }

const longestWait = 120_000

/**
 * Sends so many requests, for each URL of one server in turn, over some connections, one at a time on each, and waits for
 * every response. A number
 * and not a time: of a slow server, the requests under way when the time is up would be lost. A request that fails fails
 * the bench. Written here, because a client that reads responses takes as much of the machine as a fast server does, and
 * then measures itself.
 */
export const sendRequests = async (
  urls: readonly string[],
  connections: number,
  amount: number,
  key?: string,
): Promise<Answered> => {
  const requests = urls.map((url) => requestFor(url, key))
  const { hostname, port } = new URL(urls[0] ?? '')
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(Number(port), hostname)))
  const latencies: number[] = []
  const started = performance.now()
  let sent = 0
  const take = (): Buffer | undefined => {
    if (sent >= amount) return undefined
    sent += 1
    return requests[(sent - 1) % requests.length]
  }
  try {
    await Promise.all(sockets.map((socket) => keepAsking(socket, take, latencies)))
    return { seconds: (performance.now() - started) / 1000, latencies }
  } catch (error) {
    throw new Error(
      `Of ${amount} requests for ${urls[0]} one failed: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

const requestFor = (url: string, key: string | undefined): Buffer => {
  const { pathname, search, host } = new URL(url)
  const authorization = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`, 'latin1')
}

const opened = (port: number, host: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

const keepAsking = (socket: Socket, take: () => Buffer | undefined, latencies: number[]): Promise<void> =>
  new Promise((resolve, reject) => {
    let sent = 0
    const ask = (): void => {
      const request = take()
      if (request === undefined) {
        resolve()
        return
      }
      sent = performance.now()
      socket.write(request)
    }
    const read = createResponseReader((status) => {
      if (status !== 200) reject(new Error(`it was answered with ${status}`))
      latencies.push(performance.now() - sent)
      ask()
    })
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection was closed')))
    socket.setTimeout(longestWait, () => reject(new Error(`no answer within ${longestWait / 1000} s`)))
    ask()
  })
