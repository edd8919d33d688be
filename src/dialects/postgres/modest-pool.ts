/**
 * A pool that makes do with the connections it has where the server has none left for it: other programs may have taken
 * them. For a while it opens no others, so that requests wait for one of its own instead of failing.
 */

import pg from 'pg'

/** The server has no connection left: for anybody, for this role or for this database. */
const NONE_LEFT = '53300'

/** Milliseconds until opening another one is tried again. */
const MODEST_FOR = 5_000

type Heard = Parameters<pg.Pool['connect']>[0]

export class ModestPool extends pg.Pool {
  readonly #most = this.options.max
  readonly #open = new Set<pg.PoolClient>()

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
      if (!isNoneLeft(error) || this.#open.size === 0 || performance.now() >= until) throw error
      this.#beModest()
      return this.#connect(until)
    }
  }

  #beModest(): void {
    this.options.max = this.#open.size
    setTimeout(() => {
      this.options.max = this.#most
    }, MODEST_FOR).unref()
  }
}

function isNoneLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === NONE_LEFT
}
