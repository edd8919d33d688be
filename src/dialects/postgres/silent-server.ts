/**
 * Closes connections whose server should have ended a statement by itself but no longer responds. The driver can do
 * that with a timer for each statement, but a timer takes as long as many a statement, and keeps its rows in memory
 * after the response.
 */

import type { PoolClient } from 'pg'

/** How often statements are checked, in milliseconds. */
const INTERVAL = 500

export interface SilenceWatch {
  /** Returns a function to call when the connection is idle again. */
  begin(client: PoolClient): () => void
  /** Closes the connections of all running statements. */
  closeAll(): void
}

interface Running {
  readonly client: PoolClient
  /** Deadline, by `performance.now()`. */
  readonly until: number
}

/** `longest`: milliseconds that a statement may take. */
export function createSilenceWatch(
  longest: number,
  close: (client: PoolClient) => void = closeConnection,
): SilenceWatch {
  const running: Running[] = []
  let timer: NodeJS.Timeout | null = null

  function look(): void {
    timer = null
    const now = performance.now()
    for (const one of running.filter(({ until }) => until <= now)) {
      forget(one)
      close(one.client)
    }
    schedule()
  }

  function forget(one: Running): void {
    const place = running.indexOf(one)
    if (place !== -1) running.splice(place, 1)
  }

  function schedule(): void {
    if (timer !== null || running.length === 0) return
    timer = setTimeout(look, INTERVAL)
    timer.unref()
  }

  return {
    begin(client) {
      const one = { client, until: performance.now() + longest }
      running.push(one)
      schedule()
      return () => forget(one)
    },
    closeAll() {
      for (const { client } of running.splice(0)) close(client)
    },
  }
}

/** The driver's types lack this property. */
interface KnownClient {
  readonly connection: { readonly stream: { destroy(error: Error): void } }
}

/** The running statement fails with the message that the driver uses. */
function closeConnection(client: PoolClient): void {
  ;(client as unknown as KnownClient).connection.stream.destroy(new Error('Query read timeout'))
}
