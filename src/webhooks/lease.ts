/** One process at a time sends what is in the outbox: it holds a lease, which it must renew. */

import { bind, literal, name, type Sql, sql } from '../sql/sql.ts'
import { assign, ignoreConflicts, insertRow, returning, updateWhere } from '../sql/write-rows.ts'
import { LEASES } from '../tables/webhook-tables.ts'

const NAME = 'webhooks'

/** Milliseconds after which another process may take over from one that was killed. */
export const LEASE_MS = 15_000

/** The clocks of two servers differ by less. A lease that ends later was taken before the clock was set back. */
const CLOCK_SKEW_MS = 60_000

/** Gives a row if the lease is held from now on. */
export function takeLease(holder: string, now: number): Sql {
  const free = sql`("holder" = ${bind(holder)} or not ${isRunning(now)})`
  const row = assign({ holder: bind(holder), expires: bind(now + LEASE_MS) })
  return returning(updateWhere(LEASES, row, sql`"name" = ${literal(NAME)} and ${free}`), 'id')
}

/** A new database has no lease. */
export const makeLease: Sql = ignoreConflicts(
  insertRow(LEASES, assign({ name: literal(NAME), holder: literal(''), expires: sql`0` })),
)

export function releaseLease(holder: string): Sql {
  return updateWhere(LEASES, assign({ expires: sql`0` }), sql`"name" = ${literal(NAME)} and "holder" = ${bind(holder)}`)
}

/** Gives a row if another process holds it. */
export function heldByAnother(holder: string, now: number): Sql {
  return sql`select 1 from ${name(LEASES)} where "name" = ${literal(NAME)} and "holder" <> ${bind(holder)} and ${isRunning(now)}`
}

function isRunning(now: number): Sql {
  return sql`("expires" > ${bind(now)} and "expires" <= ${bind(now + LEASE_MS + CLOCK_SKEW_MS)})`
}
