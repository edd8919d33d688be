/** Streams rows: a cursor in one snapshot, on a connection outside the pool. */

import type { PoolClient } from 'pg'
import type { DatabaseSettings } from '../../config/settings.ts'
import type { Batch, Row, StreamedRead, StreamRows } from '../../execute/database.ts'
import { BATCH_CHARACTERS, BATCH_ROWS, charactersIn, refuseLong } from '../../execute/row-stream.ts'
import type { Statement } from '../../sql/statement.ts'
import { untilCancelled } from './cancel.ts'
import type { ServerAddress } from './connection-options.ts'
import { createPool } from './connection-pool.ts'
import { translateError } from './error-codes.ts'
import type { Primary } from './primary.ts'
import type { GuardColumns } from './row-functions.ts'

export interface StreamSource {
  readonly address: ServerAddress
  readonly settings: DatabaseSettings
  readonly primary: Primary | null
  readonly guard: GuardColumns
}

/** How many times as many rows as the one before a batch may have: the length of rows is not known in advance. */
const GROWTH = 4

export function createStreamRows(from: StreamSource): StreamRows {
  return async function* (read, signal) {
    signal.throwIfAborted()
    try {
      yield* batches(from, read, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw translateError(error, from.settings)
    }
  }
}

async function* batches(from: StreamSource, asked: StreamedRead, signal: AbortSignal): AsyncGenerator<Batch> {
  const { address, settings, primary, guard } = from
  const read = { ...asked, statement: guard(asked.statement) }
  const alone = { ...settings.pool, min: 0, max: 1 }
  const pool = createPool(address, { ...settings, pool: alone, statementTimeout: read.longest }, { primary })
  try {
    const client = await pool.connect()
    try {
      yield* batchesOn(client, { read, answerSize: settings.answerSize }, signal)
    } finally {
      // Nothing was written, so closing the connection is enough to end the transaction.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

interface Reading {
  readonly read: StreamedRead
  readonly answerSize: number
}

async function* batchesOn(client: PoolClient, reading: Reading, signal: AbortSignal): AsyncGenerator<Batch> {
  const { read, answerSize } = reading
  const run = async ({ text, values }: Statement): Promise<readonly Row[]> => {
    signal.throwIfAborted()
    const running = client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })
    return untilCancelled(client, running, signal).then(({ rows }) => rows)
  }
  await run({ text: 'begin isolation level repeatable read read only', values: [] })
  const { text, values } = read.statement
  await run({ text: `declare lectern_rows no scroll cursor for ${text}`, values })
  for (let size = 1; ; ) {
    const rows = await run({ text: `fetch ${size} from lectern_rows`, values: [] })
    const lengths = rows.map(charactersIn)
    for (const length of lengths) refuseLong(length, answerSize)
    yield rows
    if (rows.length < size) return
    size = nextSize(size, Math.max(...lengths))
  }
}

/** As many rows as fill a batch if all are as long as the longest so far. */
function nextSize(before: number, longest: number): number {
  const fitting = Math.floor(BATCH_CHARACTERS / Math.max(longest, 1))
  return Math.max(1, Math.min(BATCH_ROWS, before * GROWTH, fitting))
}
