/** The pool, and what is set on each of its connections. */

import pg, { type ClientBase } from 'pg'
import type { DatabaseSettings, PoolSettings } from '../../config/settings.ts'
import { createGate, type Gate } from '../../execute/admission-gate.ts'
import { boundSettings } from './bounds.ts'
import type { ServerAddress } from './connection-options.ts'
import { type Primary, primaryAmong } from './primary.ts'
import { clientTo, keepToPrimary } from './primary-pool.ts'

/** How long the driver waits beyond the server's statement timeout before it considers a connection dead. */
const GRACE = 2_000

/** Opening connections is expensive, and they hold prepared statements; keep idle ones for a while. */
const IDLE_CONNECTION = 300_000

/** Admits as many requests as there are connections, so that none waits inside the pool. */
export function createPoolGate({ max, queue, acquireTimeout }: PoolSettings): Gate {
  return createGate({ running: max, waiting: queue, longestWait: acquireTimeout })
}

export function createPool(
  address: ServerAddress,
  settings: DatabaseSettings,
  primary: Primary | null = primaryOf(address),
): pg.Pool {
  const { options, schema } = address
  const pool = new pg.Pool({
    ...options,
    ...(primary === null ? {} : { Client: clientTo(primary) }),
    application_name: 'lectern',
    min: settings.pool.min,
    max: settings.pool.max,
    connectionTimeoutMillis: settings.pool.acquireTimeout,
    idleTimeoutMillis: IDLE_CONNECTION,
    query_timeout: settings.statementTimeout + GRACE,
    keepAlive: true,
    types: { getTypeParser: parserFor },
    onConnect: (client) => prepareConnection(client, schema, settings),
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

/** JSON stays text, as the server wrote it; so do all types that are not calculated with. */
function parserFor(oid: number): (text: string) => unknown {
  return PARSERS.get(oid) ?? asText
}

const asText = (text: string): unknown => text
const asNumber = (text: string): unknown => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
const { BOOL, INT2, INT4, INT8 } = pg.types.builtins
const PARSERS: ReadonlyMap<number, typeof asText> = new Map([
  [BOOL, (text: string): unknown => text === 't'],
  [INT2, asNumber],
  [INT4, asNumber],
  [INT8, asNumber],
])

/**
 * Smaller tables are not scanned in parallel: starting workers takes longer, and takes processors from other requests.
 */
const WORTH_SEVERAL_PROCESSES = '64MB'

/** Read-only; no just-in-time compilation, for which statements are too short; floats with all their digits. */
async function prepareConnection(client: ClientBase, schema: string | null, options: DatabaseSettings): Promise<void> {
  // After an error between two statements the next statement fails by itself.
  client.on('error', () => {})
  const settings = [
    ['default_transaction_read_only', 'on'],
    ['statement_timeout', String(options.statementTimeout)],
    ['jit', 'off'],
    ['min_parallel_table_scan_size', WORTH_SEVERAL_PROCESSES],
    ['min_parallel_index_scan_size', WORTH_SEVERAL_PROCESSES],
    ['extra_float_digits', '1'],
    ['standard_conforming_strings', 'on'],
    ...boundSettings(options),
    ...(schema === null ? [] : [['search_path', `"${schema.replaceAll('"', '""')}"`]]),
  ]
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, false)`)
  await client.query(`select ${calls.join(', ')}`, settings.flat())
}
