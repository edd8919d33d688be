/** The pool, and what is set on each of its connections. */

import pg, { type ClientBase } from 'pg'
import type { DatabaseSettings, PoolSettings } from '../../config/settings.ts'
import { createGate, type Gate } from '../../execute/admission-gate.ts'
import { BackoffPool } from './backoff-pool.ts'
import { boundSettings } from './bounds.ts'
import type { ServerAddress } from './connection-options.ts'
import { parserFor } from './parsers.ts'
import { type Primary, primaryAmong } from './primary.ts'
import { clientTo, keepToPrimary } from './primary-pool.ts'
import { isOnThisMachine } from './same-machine.ts'
import { createSessionCheck, reportedProcess, type SessionCheck } from './session-check.ts'

/** How long to wait beyond the server's statement timeout before a connection is considered dead. */
const GRACE = 2_000

/** Milliseconds after which the server must have ended a statement. */
export function longestStatement({ statementTimeout }: Pick<DatabaseSettings, 'statementTimeout'>): number {
  return statementTimeout + GRACE
}

/** Opening connections is expensive, and they hold prepared statements; keep idle ones for a while. */
const IDLE_CONNECTION = 300_000

/** Admits as many requests as there are connections, so that none waits inside the pool. */
export function createPoolGate(address: ServerAddress, { max, queue, acquireTimeout, processors }: PoolSettings): Gate {
  const shared = isOnThisMachine(address) ? processors : undefined
  return createGate({ running: max, waiting: queue, longestWait: acquireTimeout, processors: shared })
}

export interface PoolOptions {
  readonly primary?: Primary | null
  /** What closes connections whose server does not respond: the driver, or our own timer. */
  readonly timed?: 'driver' | 'watched'
  /** Whether transactions may write, where the server's own default does not forbid it. */
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
    // Statements of a transaction that do not need each other's rows take one round trip together.
    pipeline: writes,
    types: { getTypeParser: parserFor },
    onConnect: (client) => prepareConnection(client, ours, checkSession),
  })
  // The pool removes idle connections that die; without a listener the error would end the process.
  pool.on('error', () => {})
  if (primary !== null) keepToPrimary(pool, primary)
  return pool
}

/** Null for a single server. */
export function primaryOf({ candidates, options }: ServerAddress): Primary | null {
  return candidates === undefined ? null : primaryAmong(candidates, options)
}

/**
 * Smaller tables are not scanned in parallel: starting workers takes longer, and takes processors from other requests.
 */
const PARALLEL_SCAN_SIZE = '64MB'

type Setting = readonly [name: string, value: string]

/**
 * Only for connections that read: hosting providers use the same setting to refuse writes when a disk is full, and a connection
 * that sets it itself would not notice.
 */
const READ_ONLY: readonly Setting[] = [['default_transaction_read_only', 'on']]

/**
 * No just-in-time compilation, for which statements are too short; floats with all their digits. A role may have another
 * isolation level by default: its transactions would not see what was committed while they waited for a lock, and reads
 * would fail, or wait, because of writes.
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
  // After an error between two statements the next statement fails by itself.
  client.on('error', () => {})
  const calls = settings.map((_, index) => `set_config($${index * 2 + 2}, $${index * 2 + 3}, false)`)
  const made = `select case when pg_backend_pid() = $1 then concat(${calls.join(', ')}) end is not null as made`
  const make = (process: number | null) => client.query<{ made: boolean }>(made, [process, ...settings.flat()])
  const { rows } = await make(reportedProcess(client))
  if (rows[0]?.made === true) return
  // A pooler is in between: these settings might apply to other clients.
  await checkSession(client)
  const { rows: found } = await client.query<{ process: number }>('select pg_backend_pid() as process')
  await make(found[0]?.process ?? null)
}
