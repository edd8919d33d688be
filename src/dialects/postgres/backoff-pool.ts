/**
 * A pool for servers without free connections, which other programs may use up. For a while it opens no more, so that
 * requests wait for one of the open connections instead of failing.
 */

import pg from 'pg'
import { codeOf } from '../../errors/code-of.ts'

/** SQLSTATE: no connection is left for any role, for this role, or for this database. */
const TOO_MANY_CONNECTIONS = '53300'

/** Milliseconds until the pool tries to open more. */
const BACKOFF_MS = 5_000

type Heard = Parameters<pg.Pool['connect']>[0]

export class BackoffPool extends pg.Pool {
  readonly #most = this.options.max
  readonly #open = new Set<pg.PoolClient>()
  #untilMore: NodeJS.Timeout | undefined

  constructor(options: pg.PoolConfig) {
    super(options)
    this.on('connect', (client) => void this.#open.add(client))
    this.on('remove', (client) => void this.#open.delete(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Heard): void
  override connect(callback?: Heard): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connect(performance.now() + (this.options.connectionTimeoutMillis ?? 0))
    super.connect(callback)
    return undefined
  }

  async #connect(until: number): Promise<pg.PoolClient> {
    try {
      return await super.connect()
    } catch (error) {
      if (!areTooMany(error) || this.#open.size === 0 || performance.now() >= until) throw error
      this.#backOff()
      return this.#connect(until)
    }
  }

  #backOff(): void {
    this.options.max = this.#open.size
    clearTimeout(this.#untilMore)
    this.#untilMore = setTimeout(() => {
      this.options.max = this.#most
    }, BACKOFF_MS).unref()
  }
}

function areTooMany(error: unknown): boolean {
  return codeOf(error) === TOO_MANY_CONNECTIONS
}
