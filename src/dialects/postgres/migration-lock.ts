/**
 * Advisory locks until the end of the transaction: migrations and writes wait for each other, but writes do not wait
 * for writes.
 */

import { type Sql, sql } from '../../sql/sql.ts'

/** An arbitrary number, for "the tables of this database are being changed". */
const KEY = sql`hashtextextended(current_schema(), 7164539265)`

export const lockToMigrate: Sql = sql`select pg_advisory_xact_lock(${KEY})`
export const lockToWrite: Sql = sql`select pg_advisory_xact_lock_shared(${KEY})`
