/**
 * Cancels the running statement of a connection through another connection. The protocol's CancelRequest identifies the
 * connection by a secret, and needs no login.
 */

import { setTimeout as pause } from 'node:timers/promises'
import pg, { type PoolClient } from 'pg'

/** Properties of a connection that the driver's types lack. */
interface KnownClient {
  readonly host: string
  readonly port: number
  readonly processID: number | null
  readonly secretKey: number | null
  readonly ssl: boolean | object
}

interface CancelConnection {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
  readonly stream: { destroy(): void }
}

/** Milliseconds to wait for the server to accept the request. */
const TIMEOUT = 2_000

/** Resolves when the server has received the request. The statement then fails, unless it has finished. */
function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey, ssl } = client as unknown as KnownClient
  if (processID === null || secretKey === null) return Promise.resolve()
  const emitter = new pg.Connection({ ssl })
  const connection = emitter as unknown as CancelConnection
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      connection.stream.destroy()
      resolve()
    }
    const timer = setTimeout(done, TIMEOUT)
    const tell = () => connection.cancel(processID, secretKey)
    emitter.on('connect', () => (ssl ? connection.requestSsl() : tell()))
    emitter.on('sslconnect', tell)
    // The server closes this connection after it has signalled the other one.
    emitter.on('end', done)
    emitter.on('error', done)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}

/** Milliseconds between two requests to cancel the same statement. */
const AGAIN = 200

/**
 * A request that arrives before the statement, or gets lost, has no effect. So it is repeated until the statement ends.
 */
export async function cancelUntil(client: PoolClient, ended: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const end = () => over.abort()
  ended.then(end, end)
  while (!over.signal.aborted) {
    await cancelStatement(client)
    await pause(AGAIN, undefined, { signal: over.signal }).catch(() => undefined)
  }
}

/**
 * The result of a statement that is cancelled when the signal is aborted. The connection is not reused during the
 * cancellation, which might hit the next statement.
 */
export async function untilCancelled<T>(
  client: PoolClient,
  running: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return running
  const started: { cancelling?: Promise<void> } = {}
  const cancel = () => {
    started.cancelling = cancelUntil(client, running)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await running
  } finally {
    signal.removeEventListener('abort', cancel)
    await started.cancelling
  }
}
