/**
 * Statements whose server no longer responds, although it should have ended them by itself: their connections are closed.
 * The driver can do that, too, with a timer for each statement; that takes as long as many a statement does, and its rows
 * outlive the response.
 */

import type { PoolClient } from 'pg'

/** How often statements are checked, in milliseconds. */
const INTERVAL = 500

export interface SilenceWatch {
  /** Returns a function to be called when the connection is idle again. */
  begin(client: PoolClient): () => void
  /** Closes the connections of all statements that run. */
  closeAll(): void
}

interface Running {
  readonly client: PoolClient
  /** A moment of `performance.now()`. */
  readonly until: number
}

/** `longest`: milliseconds that a statement may take. */
export function createSilenceWatch(longest: number, close: (client: PoolClient) => void = hangUp): SilenceWatch {
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

/** The driver's types leave it out. */
interface KnownClient {
  readonly connection: { readonly stream: { destroy(error: Error): void } }
}

/** What is under way on it fails, with the driver's own words. */
function hangUp(client: PoolClient): void {
  ;(client as unknown as KnownClient).connection.stream.destroy(new Error('Query read timeout'))
}
