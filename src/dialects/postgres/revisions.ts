/** Revisions of tables, from the records of triggers: see `tracking.ts`. */

import type { ClientBase } from 'pg'
import type { RevisionSource } from './revision-source.ts'
import { CHANGE_TABLE, REVISION_TABLE, TRIGGER } from './tracking.ts'

/** Grows with every transaction that changes something, when it is committed. */
const TOTAL = `((select coalesce(sum(revision), 0) from ${REVISION_TABLE}) + (select coalesce(sum(step), 0) from ${CHANGE_TABLE}))::text`

const OF_TABLES = `select ${TOTAL}, c.relname::text, coalesce(r.revision, 0)::text
  from pg_catalog.pg_trigger as t
  join pg_catalog.pg_class as c on c.oid = t.tgrelid
  left join (
    select table_name, sum(revision) as revision
    from (select table_name, revision from ${REVISION_TABLE} union all select table_name, step from ${CHANGE_TABLE}) as notes
    group by table_name
  ) as r on r.table_name = c.relname
  where t.tgname = '${TRIGGER}' and t.tgenabled in ('O', 'A') and c.relnamespace = current_schema()::regnamespace`

export const notedRevisions: RevisionSource = {
  revision: TOTAL,
  ofTables: { text: OF_TABLES, values: [] },
  tableRevisionsIn(rows) {
    const revisions = new Map(rows.map(([, table, revision]) => [String(table), String(revision)]))
    return { revision: String(rows[0]?.[0] ?? ''), of: (table) => revisions.get(table) ?? null }
  },
}

/** Whether the database has these records, and lets us read them. */
export async function isTracked(client: ClientBase): Promise<boolean> {
  const isReadable = (table: string) => `coalesce(has_table_privilege(to_regclass('${table}'), 'select'), false)`
  const text = `select ${isReadable(CHANGE_TABLE)} and ${isReadable(REVISION_TABLE)}`
  const { rows } = await client.query<[boolean]>({ text, rowMode: 'array' })
  return rows[0]?.[0] === true
}
