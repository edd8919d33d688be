/**
 * Tries indexes on temporary copies of tables. A temporary table hides the real one of the same name, in its own
 * connection only; real tables are only read.
 */

import type { ClientBase, Pool, PoolClient } from 'pg'
import { ProjectError } from '../../config/problem.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import { leastTime, type Trial, type Wanted } from '../../execute/trial.ts'
import { name, render } from '../../sql/sql.ts'
import type { TableIndex } from '../../tables/tables.ts'
import { serverAddress } from './connection-options.ts'
import { createPool } from './connection-pool.ts'
import { unopenable } from './error-codes.ts'
import { executionTime, explainPostgres } from './explain.ts'
import { indexesOf } from './indexes.ts'
import { postgresSyntax } from './syntax.ts'
import { prepareTrigrams, type Trigrams } from './trigrams.ts'

/** Copying a large table takes a while. */
const STATEMENT_TIMEOUT = 3_600_000

export async function postgresTrial(settings: DatabaseSettings, wanted: Wanted): Promise<Trial> {
  const address = serverAddress(settings.connection)
  const pool = createPool(address, {
    ...settings,
    statementTimeout: STATEMENT_TIMEOUT,
    populatedRows: Number.MAX_SAFE_INTEGER,
  })
  try {
    const client = await pool.connect()
    try {
      return await prepareTrial(client, wanted, () => closeTrial(client, pool))
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch (error) {
    await pool.end()
    throw error instanceof ProjectError ? error : unopenable(address, error)
  }
}

/** Closing the connection drops its temporary tables and rolls back its transaction. */
async function closeTrial(client: PoolClient, pool: Pool): Promise<void> {
  client.release(true)
  await pool.end()
}

async function prepareTrial(client: ClientBase, { tables, words }: Wanted, close: () => Promise<void>): Promise<Trial> {
  const indexes = await indexesOf(client)
  await client.query("set default_transaction_read_only = off; set temp_buffers = '256MB'")
  for (const table of tables) await copyTable(client, table)
  return trialOn(client, indexes, words ? await prepareTrigrams(client) : null, close)
}

function trialOn(
  client: ClientBase,
  indexes: readonly TableIndex[],
  trigrams: Trigrams | null,
  close: () => Promise<void>,
): Trial {
  return {
    indexes,
    words: trigrams?.words ?? null,
    try: async (statement) => {
      const plan = await explainPostgres(client, statement)
      return { plan, milliseconds: await leastTime(() => executionTime(client, statement)) }
    },
    change: async (statement) => {
      const { text } = render(statement, postgresSyntax)
      await (trigrams?.inTransaction === true ? changeInside(client, text) : client.query(text))
    },
    close,
  }
}

/** In a savepoint, so that the transaction survives an error. */
async function changeInside(client: ClientBase, text: string): Promise<void> {
  await client.query('savepoint lectern_change')
  try {
    await client.query(text)
  } catch (error) {
    await client.query('rollback to savepoint lectern_change')
    throw error
  } finally {
    await client.query('release savepoint lectern_change')
  }
}

const COPY = 'lectern_copy'

/** Keeps the names of the indexes, so that plans read as on the real table. */
async function copyTable(client: ClientBase, table: string): Promise<void> {
  const { text: quoted } = render(name(table), postgresSyntax)
  const { rows } = await client.query<[string]>({
    text: 'select pg_get_indexdef(indexrelid) from pg_catalog.pg_index where indrelid = to_regclass($1)',
    values: [quoted],
    rowMode: 'array',
  })
  await client.query(`create temporary table ${COPY} as table ${quoted}`)
  for (const [definition] of rows) await client.query(definition.replace(/ ON .*? USING /, ` ON ${COPY} USING `))
  await client.query(`vacuum analyze ${COPY}`)
  await client.query(`alter table ${COPY} rename to ${quoted}`)
}
