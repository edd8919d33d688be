/** Migrations and writes of content wait for each other; writes do not wait for writes. Held until the transaction ends. */

import { type Sql, sql } from '../../sql/sql.ts'

/** The number is ours: it means "the tables of this database are being changed". */
const KEY = sql`hashtextextended(current_schema(), 7164539265)`

export const lockToMigrate: Sql = sql`select pg_advisory_xact_lock(${KEY})`
export const lockToWrite: Sql = sql`select pg_advisory_xact_lock_shared(${KEY})`
