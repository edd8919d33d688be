/** Revisions of tables, from the records of triggers: see `tracking.ts` and `noted-rows.ts`. */

import type { ClientBase } from 'pg'
import type { NotedChange, Row } from '../../execute/database.ts'
import { render } from '../../sql/sql.ts'
import { NOTE_TABLE } from '../../sql/stored-notes.ts'
import { publishedRowsOf } from '../../tables/published-rows.ts'
import { notedTables } from './noted-rows.ts'
import type { RevisionSource } from './revision-source.ts'
import { postgresSyntax } from './syntax.ts'
import { THIS_SCHEMA } from './this-schema.ts'
import { CHANGE_TABLE, REVISION_TABLE, TRIGGER } from './tracking.ts'

/** Grows with every transaction that changes something, when it is committed. */
const TOTAL = `((select coalesce(sum(revision), 0) from ${REVISION_TABLE}) + (select coalesce(sum(step), 0) from ${CHANGE_TABLE}))::text`

const RECORDS = `select table_name, sum(revision) as revision
    from (select table_name, revision from ${REVISION_TABLE} union all select table_name, step from ${CHANGE_TABLE}) as notes
    group by table_name`

const TRACKED = `from pg_catalog.pg_trigger as t
  join pg_catalog.pg_class as c on c.oid = t.tgrelid
  left join records as r on r.table_name = c.relname`

const IS_TRACKED = `t.tgname = '${TRIGGER}' and t.tgenabled in ('O', 'A') and c.relnamespace = ${render(THIS_SCHEMA, postgresSyntax).text}`

const OF_TABLES = `with records as (${RECORDS})
  select ${TOTAL}, c.relname::text, coalesce(r.revision, 0)::text ${TRACKED} where ${IS_TRACKED}`

/** For a database whose triggers do not tell drafts apart. */
export const notedRevisions: RevisionSource = {
  revision: TOTAL,
  ofTables: { text: OF_TABLES, values: [] },
  tableRevisionsIn(rows) {
    const revisions = new Map(rows.map(([, table, revision]) => [String(table), String(revision)]))
    return { revision: String(rows[0]?.[0] ?? ''), of: (table) => revisions.get(table) ?? null }
  },
}

/**
 * Rows for tables, then rows for notes, which have no total. Materialized: without statistics on the catalog the planner expects one table
 * with notes, and would search for them again for each table.
 */
const OF_ROWS = `with records as (${RECORDS}), noted as materialized (${render(notedTables, postgresSyntax).text})
  select ${TOTAL}, c.relname::text, coalesce(r.revision, 0)::text, n.signature, coalesce(p.revision, 0)::text, null, null
  ${TRACKED}
  left join noted as n on n.relname = c.relname
  left join records as p on p.table_name = c.relname || '${publishedRowsOf('')}'
  where ${IS_TRACKED}
  union all select null, table_name, id::text, near_id::text, far_id::text, far_type, step::text from ${NOTE_TABLE}`

export const notedRows: RevisionSource = {
  revision: TOTAL,
  ofTables: { text: OF_ROWS, values: [] },
  tableRevisionsIn(rows) {
    const tables = rows.filter(([total]) => total !== null)
    const found = new Map(tables.map((row) => [String(row[1]), row]))
    return {
      revision: String(tables[0]?.[0] ?? ''),
      of: (table) => textOrNull(found.get(table)?.[2]),
      ofPublished(table, signature, more) {
        const [, , , noted, revision] = found.get(table) ?? []
        return noted === String(signature) ? `p${BigInt(String(revision)) + more}` : null
      },
      pending: rows.filter(([total]) => total === null).map(noteIn),
    }
  },
}

function noteIn([, table, id, near, far, type, step]: Row): NotedChange {
  return {
    id: String(id),
    table: String(table),
    near: textOrNull(near),
    far: textOrNull(far),
    type: textOrNull(type),
    step: BigInt(String(step)),
  }
}

const textOrNull = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** The records that the database has, and lets us read; null: none. */
export async function findRecords(client: ClientBase): Promise<RevisionSource | null> {
  const isReadable = (table: string) => `coalesce(has_table_privilege(to_regclass('${table}'), 'select'), false)`
  const text = `select ${isReadable(CHANGE_TABLE)} and ${isReadable(REVISION_TABLE)}, ${isReadable(NOTE_TABLE)}`
  const { rows } = await client.query<[boolean, boolean]>({ text, rowMode: 'array' })
  const [tables, notes] = rows[0] ?? [false, false]
  if (!tables) return null
  return notes ? notedRows : notedRevisions
}
