/** Reads a PostgreSQL database in one snapshot, unaffected by concurrent writes. */

import { ProjectError } from '../../config/problem.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import type { Row, Run } from '../../execute/database.ts'
import { serverAddress } from './connection-options.ts'
import { createPool } from './connection-pool.ts'
import { translateError } from './error-codes.ts'

export async function postgresSnapshot<T>(settings: DatabaseSettings, work: (run: Run) => Promise<T>): Promise<T> {
  const pool = createPool(serverAddress(settings.connection), settings)
  try {
    const client = await pool.connect()
    try {
      await client.query('begin isolation level repeatable read read only')
      return await work(async ({ text, values }) => {
        const { rows } = await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })
        return rows as readonly Row[]
      })
    } finally {
      // Nothing was written, so closing the connection is enough to end the transaction.
      client.release(true)
    }
  } catch (error) {
    throw error instanceof ProjectError ? error : translateError(error, settings)
  } finally {
    await pool.end()
  }
}
