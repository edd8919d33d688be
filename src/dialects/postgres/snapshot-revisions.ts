/**
 * Revisions of a database without our triggers. Statements with the same snapshot (`pg_current_snapshot()`) see the
 * same rows, and every commit anywhere in the server changes the snapshot for good. So the snapshot is the revision of
 * all tables. For its conditions see docs/decisions/0008-revisions-from-snapshots.md.
 */

import type { RevisionSource } from './revision-source.ts'

/**
 * Transaction ids alone are not unique: they may repeat after a restart, on a server that replaces this one, and after
 * crash recovery, which resets the statistics. All databases of a server share them. A standby does not list the
 * transactions of its primary.
 */
const PARTS = [
  'pg_current_snapshot()::text',
  'extract(epoch from pg_postmaster_start_time())::text',
  'extract(epoch from pg_stat_get_bgwriter_stat_reset_time())::text',
  'current_database()::text',
  'current_schemas(false)::text',
]

/** A subquery, so that it is evaluated once and not for each row. Null if one of its parts is. */
const REVISION = `(select case when not pg_is_in_recovery() then ${PARTS.join(" || ' ' || ")} end)`

/** Foreign tables, files, and storage engines with their own transactions change without changing the snapshot. */
const MAY_HAVE_FOREIGN_DATA = `exists (select from pg_catalog.pg_foreign_table)
    or exists (select from pg_catalog.pg_am where amtype = 't' and amname <> 'heap')
    or exists (select from pg_catalog.pg_extension where extname = 'citus')`

/** The server's own objects have lower OIDs. */
const FIRST_USER_OID = 16_384

/** Also lists the relations whose rows may differ although no row has changed: views, and tables with policies. */
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

/** `version()` of PostgreSQL itself, and of packages that do not modify it. */
const PLAIN =
  /^PostgreSQL (\d+)(\.\d+|(devel|beta\d+|rc\d+))( \((Debian|Ubuntu|Raspbian|Homebrew|Postgres\.app)[^()]*\))? on \S+, compiled by .+, (32|64)-bit$/

/** Older versions report statistics late. */
const LEAST_VERSION = 15

/** Other servers that speak the protocol have another kind of transactions. */
export function isPlainPostgres(version: string): boolean {
  return Number(PLAIN.exec(version)?.[1] ?? 0) >= LEAST_VERSION
}
