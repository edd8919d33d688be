/** A pool whose connections lead to the primary, whichever of several servers that is. */

import pg, { type ClientBase } from 'pg'
import type { Primary } from './primary.ts'

/** How often to check whether the primary is still the same, in milliseconds. */
const LOOK_EVERY = 2_000

type Heard = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** The class that the pool uses for connections. */
export function clientTo(primary: Primary): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Heard): void
    override connect(callback?: Heard): Promise<pg.Client> | undefined {
      const connected = this.#connect().then((): pg.Client => this)
      if (callback === undefined) return connected
      const tell = callback as (error: unknown, client?: pg.Client) => void
      connected.then((client) => tell(null, client), tell)
      return undefined
    }

    async #connect(): Promise<void> {
      const place = await primary.place()
      this.host = place.host
      this.port = place.port
      try {
        await super.connect()
        const { rows } = await this.query<{ follows: unknown }>('select pg_is_in_recovery() as follows')
        // The address is that of a former primary, which is now a standby.
        if (rows[0]?.follows !== false) throw Object.assign(new Error('the server follows another'), { code: '08004' })
      } catch (error) {
        primary.doubt(place)
        throw error
      }
    }
  }
}

/** Closes connections to a server that is no longer the primary, until the pool is closed. */
export function disconnectFormerPrimary(pool: pg.Pool, primary: Primary): void {
  const clients = new Set<ClientBase & { end(): Promise<void> }>()
  pool.on('connect', (client) => void clients.add(client as pg.PoolClient & pg.Client))
  pool.on('remove', (client) => void clients.delete(client as pg.PoolClient & pg.Client))
  primary.onChange(() => {
    for (const client of [...clients]) {
      // The pool drops idle connections; on busy ones the running statement fails.
      client.emit('error', new Error('Connection terminated: another server is the primary'))
      client.end().catch(() => {})
    }
  })
  const timer = setInterval(() => {
    if (pool.ending) clearInterval(timer)
    else void primary.look()
  }, LOOK_EVERY)
  timer.unref()
}
