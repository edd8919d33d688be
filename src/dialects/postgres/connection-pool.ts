/** The connection pool, and the settings of each of its connections. */

import pg, { type ClientBase } from 'pg'
import type { DatabaseSettings, PoolSettings } from '../../config/settings.ts'
import { createGate, type Gate } from '../../execute/admission-gate.ts'
import { BackoffPool } from './backoff-pool.ts'
import { boundSettings } from './bounds.ts'
import type { ServerAddress } from './connection-options.ts'
import { parserFor } from './parsers.ts'
import { type Primary, primaryAmong } from './primary.ts'
import { clientTo, disconnectFormerPrimary } from './primary-pool.ts'
import { isOnThisMachine } from './same-machine.ts'
import { createSessionCheck, reportedProcess, type SessionCheck } from './session-check.ts'

/** Milliseconds to wait beyond the server's statement timeout before a connection counts as dead. */
const GRACE = 2_000

/** Milliseconds after which the server must have ended a statement. */
export function longestStatement({ statementTimeout }: Pick<DatabaseSettings, 'statementTimeout'>): number {
  return statementTimeout + GRACE
}

/** Opening connections is expensive, and they hold prepared statements; keep idle ones for a while. */
const IDLE_CONNECTION = 300_000

/** Admits at most as many requests as there are connections, so that none waits inside the pool. */
export function createPoolGate(address: ServerAddress, { max, queue, acquireTimeout, processors }: PoolSettings): Gate {
  const shared = isOnThisMachine(address) ? processors : undefined
  return createGate({ running: max, waiting: queue, longestWait: acquireTimeout, processors: shared })
}

export interface PoolOptions {
  readonly primary?: Primary | null
  /** Who closes connections to a server that does not respond: the driver, or our own timer (`silent-server.ts`). */
  readonly timed?: 'driver' | 'watched'
  /** Whether transactions may write, unless the server's own default forbids it. */
  readonly writes?: boolean
}

export function createPool(
  address: ServerAddress,
  settings: DatabaseSettings,
  { primary = primaryOf(address), timed = 'driver', writes = false }: PoolOptions = {},
): pg.Pool {
  const { options, schema } = address
  const ours = [...(writes ? [] : READ_ONLY), ...settingsOf(schema, settings)]
  const Client = primary === null ? pg.Client : clientTo(primary)
  const connecting = { ...options, application_name: 'lectern' }
  const checkSession = createSessionCheck((waiting) => new Client({ ...connecting, ...waiting }))
  const pool = new BackoffPool({
    ...connecting,
    Client,
    min: settings.pool.min,
    max: settings.pool.max,
    connectionTimeoutMillis: settings.pool.acquireTimeout,
    idleTimeoutMillis: IDLE_CONNECTION,
    ...(timed === 'driver' ? { query_timeout: longestStatement(settings) } : {}),
    keepAlive: true,
    // Independent statements of a transaction share a round trip.
    pipeline: writes,
    types: { getTypeParser: parserFor },
    onConnect: (client) => prepareConnection(client, ours, checkSession),
  })
  // Without a listener, an error on an idle connection would end the process. The pool removes the connection itself.
  pool.on('error', () => {})
  if (primary !== null) disconnectFormerPrimary(pool, primary)
  return pool
}

/** Null for a single server. */
export function primaryOf({ candidates, options }: ServerAddress): Primary | null {
  return candidates === undefined ? null : primaryAmong(candidates, options)
}

/**
 * Smaller tables are not scanned in parallel: starting workers takes longer, and uses processors that other requests
 * need.
 */
const PARALLEL_SCAN_SIZE = '64MB'

type Setting = readonly [name: string, value: string]

/**
 * Only for connections that read. Hosting providers use the same setting to refuse writes when a disk is full; a
 * writing connection that overrode it would not notice.
 */
const READ_ONLY: readonly Setting[] = [['default_transaction_read_only', 'on']]

/**
 * No JIT compilation, which takes longer than our statements; floats with all their digits. The isolation level is set
 * because a role may have a stricter default: its transactions would not see what was committed while they waited for a
 * lock, and reads could fail or wait because of writes.
 */
function settingsOf(schema: string | null, options: DatabaseSettings): readonly Setting[] {
  return [
    ['default_transaction_isolation', 'read committed'],
    ['default_transaction_deferrable', 'off'],
    ['statement_timeout', String(options.statementTimeout)],
    ['jit', 'off'],
    ['min_parallel_table_scan_size', PARALLEL_SCAN_SIZE],
    ['min_parallel_index_scan_size', PARALLEL_SCAN_SIZE],
    ['extra_float_digits', '1'],
    ['array_nulls', 'on'],
    ['standard_conforming_strings', 'on'],
    ...boundSettings(options),
    ...(schema === null ? [] : [['search_path', `"${schema.replaceAll('"', '""')}"`] as const]),
  ]
}

async function prepareConnection(
  client: ClientBase,
  settings: readonly Setting[],
  checkSession: SessionCheck,
): Promise<void> {
  // The next statement on the connection fails, which reports the error.
  client.on('error', () => {})
  const calls = settings.map((_, index) => `set_config($${index * 2 + 2}, $${index * 2 + 3}, false)`)
  const made = `select case when pg_backend_pid() = $1 then concat(${calls.join(', ')}) end is not null as made`
  const make = (process: number | null) => client.query<{ made: boolean }>(made, [process, ...settings.flat()])
  const { rows } = await make(reportedProcess(client))
  if (rows[0]?.made === true) return
  // Another process: there is a pooler in between, and these settings might apply to other clients.
  await checkSession(client)
  const { rows: found } = await client.query<{ process: number }>('select pg_backend_pid() as process')
  await make(found[0]?.process ?? null)
}
