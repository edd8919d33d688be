/** Revisions of tables, from the records of triggers: see `tracking.ts` and `noted-rows.ts`. */

import type { ClientBase } from 'pg'
import type { NotedChange, Row, TableRevisions } from '../../execute/database.ts'
import { integer, join, literal, render, sql } from '../../sql/sql.ts'
import { NOTE_TABLE } from '../../sql/stored-notes.ts'
import { publishedRowsOf } from '../../tables/published-rows.ts'
import { NOTE_TRIGGERS, SIGNATURE } from './noted-rows.ts'
import type { RevisionSource } from './revision-source.ts'
import { postgresSyntax } from './syntax.ts'
import { THIS_SCHEMA } from './this-schema.ts'
import { CHANGE_TABLE, REVISION_TABLE, TRIGGER } from './tracking.ts'

/** Grows with every transaction that changes something, when it is committed. */
const TOTAL = `((select coalesce(sum(revision), 0) from ${REVISION_TABLE}) + (select coalesce(sum(step), 0) from ${CHANGE_TABLE}))::text`

/** For the revision of each table; together they are the total. */
const RECORDS = `select 'record', table_name, sum(revision)::text
    from (select table_name, revision from ${REVISION_TABLE} union all select table_name, step from ${CHANGE_TABLE}) as changes
    group by table_name`

/** Tables with their triggers, and the signature of those that note rows, where a table has all of them. */
const TRACKED = sql`select c.relname::text, t.signature
    from (
      select t.tgrelid, bool_or(t.tgname = ${literal(TRIGGER)}) as is_tracked,
        case count(*) filter (where t.tgname <> ${literal(TRIGGER)}) when ${integer(NOTE_TRIGGERS.length)}
          then min(${SIGNATURE}) filter (where t.tgname <> ${literal(TRIGGER)}) end as signature
      from pg_catalog.pg_trigger as t
      where t.tgname in (${join([TRIGGER, ...NOTE_TRIGGERS].map(literal), ', ')}) and t.tgenabled in ('O', 'A')
      group by t.tgrelid
    ) as t join pg_catalog.pg_class as c on c.oid = t.tgrelid
    where t.is_tracked and c.relnamespace = ${THIS_SCHEMA}`

/**
 * One list of all there is to know, joined here: without statistics on its catalog, the server would compare every table
 * with every other.
 */
const OF_TABLES = `${RECORDS}
  union all select 'tracked', relname, signature from (${render(TRACKED, postgresSyntax).text}) as tracked`

/** For a database whose triggers do not tell drafts apart. */
export const notedRevisions: RevisionSource = {
  revision: TOTAL,
  ofTables: { text: OF_TABLES, values: [] },
  tableRevisionsIn: (rows) => recordsIn(rows).found,
}

const OF_ROWS = `select *, null, null, null, null from (${OF_TABLES}) as tables
  union all select 'note', table_name, id::text, near_id::text, far_id::text, far_type, step::text from ${NOTE_TABLE}`

export const notedRows: RevisionSource = {
  revision: TOTAL,
  ofTables: { text: OF_ROWS, values: [] },
  tableRevisionsIn(rows) {
    const { found, signatures, revisionOf } = recordsIn(rows)
    return {
      ...found,
      ofPublished: (table, signature, more) =>
        signatures.get(table) === String(signature) ? `p${revisionOf(publishedRowsOf(table)) + more}` : null,
      pending: ofKind(rows, 'note').map(noteIn),
    }
  },
}

interface Records {
  readonly found: TableRevisions
  /** Of all tracked tables; null for those that do not note their rows. */
  readonly signatures: ReadonlyMap<string, string | null>
  revisionOf(name: string): bigint
}

function recordsIn(rows: readonly Row[]): Records {
  const records = new Map(ofKind(rows, 'record').map(([, name, revision]) => [String(name), BigInt(String(revision))]))
  const tracked = ofKind(rows, 'tracked').map(([, table, signature]) => [String(table), textOrNull(signature)] as const)
  const signatures = new Map(tracked)
  const revisionOf = (name: string) => records.get(name) ?? 0n
  const total = [...records.values()].reduce((sum, revision) => sum + revision, 0n)
  const found = {
    revision: String(total),
    of: (table: string) => (signatures.has(table) ? String(revisionOf(table)) : null),
  }
  return { found, signatures, revisionOf }
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

/** The records that the database has, and lets us read; null: none. */
export async function findRecords(client: ClientBase): Promise<RevisionSource | null> {
  const isReadable = (table: string) => `coalesce(has_table_privilege(to_regclass('${table}'), 'select'), false)`
  const text = `select ${isReadable(CHANGE_TABLE)} and ${isReadable(REVISION_TABLE)}, ${isReadable(NOTE_TABLE)}`
  const { rows } = await client.query<[boolean, boolean]>({ text, rowMode: 'array' })
  const [tables, notes] = rows[0] ?? [false, false]
  if (!tables) return null
  return notes ? notedRows : notedRevisions
}
