/** Revisions from the records of triggers: see `tracking.ts` and `noted-rows.ts`. */

import type { ClientBase } from 'pg'
import type { NotedChange, Row, TableRevisions } from '../../execute/database.ts'
import { render } from '../../sql/sql.ts'
import { NOTE_TABLE } from '../../sql/stored-notes.ts'
import { publishedRowsOf } from '../../tables/published-rows.ts'
import { notedTables } from './noted-rows.ts'
import type { RevisionSource } from './revision-source.ts'
import { postgresSyntax } from './syntax.ts'
import { THIS_SCHEMA } from './this-schema.ts'
import { CHANGE_TABLE, REVISION_TABLE, TRIGGER } from './tracking.ts'

/** Grows when a transaction that has changed something commits. */
const TOTAL = `((select coalesce(sum(revision), 0) from ${REVISION_TABLE}) + (select coalesce(sum(step), 0) from ${CHANGE_TABLE}))::text`

/** The revision of each table; their sum is the total. */
const RECORDS = `select 'record', table_name, sum(revision)::text
    from (select table_name, revision from ${REVISION_TABLE} union all select table_name, step from ${CHANGE_TABLE}) as changes
    group by table_name`

const TRACKED = `select 'tracked', c.relname::text, null
    from pg_catalog.pg_trigger as t join pg_catalog.pg_class as c on c.oid = t.tgrelid
    where t.tgname = '${TRIGGER}' and t.tgenabled in ('O', 'A') and c.relnamespace = ${render(THIS_SCHEMA, postgresSyntax).text}`

/**
 * Several lists in one result, combined in JavaScript: without statistics on its catalogs, the server would join every
 * table with every other.
 */
const OF_TABLES = `${RECORDS} union all ${TRACKED}`

/** For a database whose triggers do not distinguish drafts. */
export const notedRevisions: RevisionSource = {
  revision: TOTAL,
  ofTables: { text: OF_TABLES, values: [] },
  tableRevisionsIn: (rows) => recordsIn(rows).found,
}

const OF_ROWS = `select *, null, null, null, null
  from (${OF_TABLES} union all select 'noted', relname, signature from (${render(notedTables, postgresSyntax).text}) as noted) as tables
  union all select 'note', table_name, id::text, near_id::text, far_id::text, far_type, step::text from ${NOTE_TABLE}`

export const notedRows: RevisionSource = {
  revision: TOTAL,
  ofTables: { text: OF_ROWS, values: [] },
  tableRevisionsIn(rows) {
    const { found, revisionOf } = recordsIn(rows)
    const signatures = new Map(ofKind(rows, 'noted').map(([, table, signature]) => [table, signature]))
    return {
      ...found,
      ofPublished: (table, signature, more) =>
        found.of(table) !== null && signatures.get(table) === String(signature)
          ? `p${revisionOf(publishedRowsOf(table)) + more}`
          : null,
      pending: ofKind(rows, 'note').map(noteIn),
    }
  },
}

interface Records {
  readonly found: TableRevisions
  /** `name`: a table, or a table's published rows. */
  revisionOf(name: string): bigint
}

function recordsIn(rows: readonly Row[]): Records {
  const records = new Map(ofKind(rows, 'record').map(([, name, revision]) => [name, BigInt(String(revision))]))
  const tracked = new Set(ofKind(rows, 'tracked').map(([, table]) => table))
  const revisionOf = (name: string) => records.get(name) ?? 0n
  const total = [...records.values()].reduce((sum, revision) => sum + revision, 0n)
  const of = (table: string) => (tracked.has(table) ? String(revisionOf(table)) : null)
  return { found: { revision: String(total), of }, revisionOf }
}

const ofKind = (rows: readonly Row[], wanted: string) => rows.filter(([kind]) => kind === wanted)

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

/** The records that the database has and this role may read; null if there are none. */
export async function findRecords(client: ClientBase): Promise<RevisionSource | null> {
  const isReadable = (table: string) => `coalesce(has_table_privilege(to_regclass('${table}'), 'select'), false)`
  const text = `select ${isReadable(CHANGE_TABLE)} and ${isReadable(REVISION_TABLE)}, ${isReadable(NOTE_TABLE)}`
  const { rows } = await client.query<[boolean, boolean]>({ text, rowMode: 'array' })
  const [tables, notes] = rows[0] ?? [false, false]
  if (!tables) return null
  return notes ? notedRows : notedRevisions
}
