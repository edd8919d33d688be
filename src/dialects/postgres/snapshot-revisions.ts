/**
 * Revisions of a database without our triggers. Two statements with the same snapshot (`pg_current_snapshot()`) see the
 * same rows, and every commit anywhere in the server changes the snapshot for good: it is the revision of all tables at
 * once. See docs/decisions/0008-revisions-from-snapshots.md for when that holds.
 */

import type { RevisionSource } from './revision-source.ts'

/**
 * Transaction ids alone may repeat: after a restart, on another server in its place, and after crash recovery, which
 * resets the statistics. They are shared by all databases of a server. A standby does not list the transactions of its
 * primary.
 */
const PARTS = [
  'pg_current_snapshot()::text',
  'extract(epoch from pg_postmaster_start_time())::text',
  'extract(epoch from pg_stat_get_bgwriter_stat_reset_time())::text',
  'current_database()::text',
  'current_schemas(false)::text',
]

/** In a subquery, so that it is evaluated once and not for each row. Null when one of its parts is. */
const REVISION = `(select case when not pg_is_in_recovery() then ${PARTS.join(" || ' ' || ")} end)`

/** Foreign tables, files, and storage engines with their own transactions: their changes are not visible in the snapshot. */
const MAY_HAVE_FOREIGN_DATA = `exists (select from pg_catalog.pg_foreign_table)
    or exists (select from pg_catalog.pg_am where amtype = 't' and amname <> 'heap')
    or exists (select from pg_catalog.pg_extension where extname = 'citus')`

/** Objects of the server itself have lower OIDs. */
const FIRST_USER_OID = 16_384

/** With the names of relations whose rows may differ although no row has changed: views, and tables with policies. */
const OF_TABLES = `select case when not (${MAY_HAVE_FOREIGN_DATA}) then ${REVISION} end, c.relname::text
  from (values (0)) as always
  left join pg_catalog.pg_class as c on (c.relkind = 'v' or c.relrowsecurity)
    and c.oid >= ${FIRST_USER_OID} and pg_catalog.pg_table_is_visible(c.oid)`

export const snapshotRevisions: RevisionSource = {
  revision: REVISION,
  ofTables: { text: OF_TABLES, values: [] },
  tableRevisionsIn(rows) {
    const revision = rows[0]?.[0]
    if (typeof revision !== 'string') return null
    const unsure = new Set(rows.map(([, name]) => name))
    return { revision, of: (table) => (unsure.has(table) ? null : revision) }
  },
}

/** `version()` of PostgreSQL, and of packages of it without changes. */
const PLAIN =
  /^PostgreSQL (\d+)(\.\d+|(devel|beta\d+|rc\d+))( \((Debian|Ubuntu|Raspbian|Homebrew|Postgres\.app)[^()]*\))? on \S+, compiled by .+, (32|64)-bit$/

/** Older versions report statistics late. */
const LEAST_VERSION = 15

/** By its `version()`: other servers that speak its protocol have transactions of another kind. */
export function isPlainPostgres(version: string): boolean {
  return Number(PLAIN.exec(version)?.[1] ?? 0) >= LEAST_VERSION
}
