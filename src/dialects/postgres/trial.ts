/**
 * Indexes tried on temporary copies of the tables they would be on. A temporary table hides the one of the same name
 * from its own connection, and from nobody else: the tables themselves are only read.
 */

import type { ClientBase } from 'pg'
import { ProjectError } from '../../config/problem.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import { leastTime, type Trial } from '../../execute/trial.ts'
import { name, render } from '../../sql/sql.ts'
import type { TableIndex } from '../../tables/tables.ts'
import { serverAddress } from './connection-options.ts'
import { createPool } from './connection-pool.ts'
import { unopenable } from './error-codes.ts'
import { explainPostgres } from './explain.ts'
import { indexesOf } from './indexes.ts'

/** Copying a large table takes a while. */
const PATIENCE = 3_600_000

export async function postgresTrial(settings: DatabaseSettings, tables: readonly string[]): Promise<Trial> {
  const address = serverAddress(settings.connection)
  const pool = createPool(address, { ...settings, statementTimeout: PATIENCE })
  try {
    const client = await pool.connect()
    const indexes = await indexesOf(client)
    await client.query("set default_transaction_read_only = off; set temp_buffers = '256MB'")
    for (const table of tables) await copyTable(client, table)
    return trialOn(client, indexes, async () => {
      // With the connection go its temporary tables.
      client.release(true)
      await pool.end()
    })
  } catch (error) {
    await pool.end()
    throw error instanceof ProjectError ? error : unopenable(address.place, error)
  }
}

function trialOn(client: ClientBase, indexes: readonly TableIndex[], close: () => Promise<void>): Trial {
  return {
    indexes,
    try: async (statement) => {
      const query = { text: statement.text, values: [...statement.values], rowMode: 'array' as const }
      const plan = await explainPostgres(client, statement)
      return { plan, milliseconds: await leastTime(() => client.query(query)) }
    },
    change: async ({ text }) => {
      await client.query(text)
    },
    close,
  }
}

const COPY = 'lectern_copy'

/** With its indexes under their own names, so that plans read as they would on the table itself. */
async function copyTable(client: ClientBase, table: string): Promise<void> {
  const { text: quoted } = render(name(table), String)
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
