/**
 * When to start requests that need more than a cached response. Node accepts one connection in each iteration of the event
 * loop: a client that connects behind two hundred others waits for two hundred iterations. So while connections arrive,
 * most iterations start no request, and the others start one. Addresses take turns; behind a proxy all clients may have the
 * same one, so among the requests of an address a short one is started first: the oldest, or the newest where most clients
 * give up. Requests of clients that have disconnected leave the queue. Node notices that
 * only when it reads the connection again, so a request that arrives among connections waits for the next iteration.
 */

import { createSmallestFirst, type Queued } from '../execute/queue-order.ts'
import type { Clock } from '../execute/work-budget.ts'
import type { HttpRequest } from '../request/http-request.ts'

/** Milliseconds that an iteration may take; further requests wait for the next one. */
const MOST_IN_ITERATION = 5

/** Share of the time in which requests are started while connections arrive. */
const SHARE = 1 / 8

/**
 * Milliseconds after which a request is started in any case: on a busy machine every iteration takes long.
 */
const LONGEST_PAUSE = 20

const CLOCK: Clock = {
  now: () => performance.now(),
  inNextIteration: (work) => void setImmediate(work),
}

type Work = () => void

/** The waiting request: an `Exchange`. */
interface Client {
  readonly message: { readonly socket: { readonly readableEnded: boolean } }
  readonly response: { readonly closed: boolean }
}

type Asked = Pick<HttpRequest, 'address' | 'url'>

/** Its size is that of its URL: a long query takes long to prepare. */
interface Waiting extends Queued {
  readonly client: Client
  readonly work: Work
  /** The iteration at whose end it may be started. */
  readonly from: number
}

export interface StartQueue {
  /** To be called for each new connection. */
  connected(): void
  /** Starts at once, or in one of the next iterations; never if the client has disconnected before. */
  start(client: Client, request: Asked, work: Work): void
}

export function createStartQueue({ now, inNextIteration }: Clock = CLOCK): StartQueue {
  const waiting = createRoundRobin(now)
  let areConnecting = false
  let hasConnection = false
  /** When the first request since the last iteration was started; null: none was. */
  let startedAt: number | null = null
  /** When the next one may be started while connections arrive. */
  let mayStartAt = 0
  let isScheduled = false
  let iteration = 0

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    inNextIteration(endIteration)
  }

  function endIteration(): void {
    isScheduled = false
    if (startedAt !== null) mayStartAt = now() + Math.min((now() - startedAt) * (1 / SHARE - 1), LONGEST_PAUSE)
    startedAt = null
    areConnecting = hasConnection
    hasConnection = false
    if (!areConnecting || now() >= mayStartAt) startNext()
    iteration += 1
    if (areConnecting || !waiting.isEmpty()) schedule()
  }

  function startNext(): void {
    const work = waiting.take(iteration)
    if (work !== null) run(work)
  }

  function run(work: Work): void {
    startedAt ??= now()
    schedule()
    work()
  }

  const hasTime = () => startedAt === null || now() - startedAt < MOST_IN_ITERATION

  return {
    connected() {
      hasConnection = true
      schedule()
    },
    start(client, { address = '', url }, work) {
      if (!areConnecting && !hasConnection && waiting.isEmpty() && hasTime()) return run(work)
      const from = areConnecting || hasConnection ? iteration + 1 : iteration
      waiting.add(address, { client, arrived: now(), size: url.length, work, from })
      schedule()
    },
  }
}

/** Waiting requests by address, the next address first. In arrays: short-lived set entries keep the garbage collector busy. */
function createRoundRobin(now: Clock['now']) {
  const byAddress = new Map<string, Waiting[]>()
  const order = createSmallestFirst(now)

  function leaveOutDisconnected(requests: readonly Waiting[]): Waiting[] {
    return requests.filter(({ client }) => {
      if (client.response.closed) order.left()
      return !client.response.closed
    })
  }

  function takeFrom(wanted: readonly Waiting[], iteration: number): Waiting | undefined {
    const startable = wanted.filter(({ from }) => from <= iteration)
    return startable.length === 0 ? undefined : order.takeFrom(startable, isHalfClosed)
  }

  return {
    isEmpty: () => byAddress.size === 0,
    add(address: string, request: Waiting): void {
      const others = byAddress.get(address)
      if (others === undefined) byAddress.set(address, [request])
      else others.push(request)
    },
    take(iteration: number): Work | null {
      for (const [address, requests] of byAddress) {
        const wanted = leaveOutDisconnected(requests)
        const taken = takeFrom(wanted, iteration)
        // Deleted first: setting an existing key would keep its place.
        if (taken !== undefined || wanted.length === 0) byAddress.delete(address)
        const left = wanted.filter((request) => request !== taken)
        if (left.length > 0) byAddress.set(address, left)
        if (taken !== undefined) return taken.work
      }
      return null
    },
  }
}

/** The client has closed its side. Most of these clients have disconnected, which is known in one of the next iterations. */
function isHalfClosed({ client }: Waiting): boolean {
  return client.message.socket.readableEnded
}
