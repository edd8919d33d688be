/**
 * Ends the statement that a connection runs, over another connection: the protocol has a message for that, which knows the
 * one to end by a secret of its own, and needs no login.
 */

import pg, { type PoolClient } from 'pg'

/** What the driver knows of a connection, beyond what its types say. */
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

/** Milliseconds that a server may take to hear of it. */
const PATIENCE = 2_000

/** Resolves when the server has been told. The statement then fails, unless it was over before. */
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
    const timer = setTimeout(done, PATIENCE)
    const tell = () => connection.cancel(processID, secretKey)
    emitter.on('connect', () => (ssl ? connection.requestSsl() : tell()))
    emitter.on('sslconnect', tell)
    // The server closes the connection when it has passed the word on.
    emitter.on('end', done)
    emitter.on('error', done)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}

/**
 * What a statement gives, once it is over. When the signal is aborted it is cancelled; and as long as that is on its way
 * the connection must not be given to anybody else, whose statement it might hit.
 */
export async function untilCancelled<T>(
  client: PoolClient,
  running: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return running
  let cancelling: Promise<void> | undefined
  const cancel = () => {
    cancelling = cancelStatement(client)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await running
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelling
  }
}
