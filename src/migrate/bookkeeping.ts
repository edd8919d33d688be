/** The stored record of what Lectern created: one row. */

import { ProjectError } from '../config/problem.ts'
import type { Run } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { name, render, type Sql, sql } from '../sql/sql.ts'
import { assign, deleteAll, insertRow } from '../sql/write-rows.ts'
import { RECORD_TABLE } from '../tables/ownership.ts'
import { columnOf, type TableDefinition } from '../tables/table-definition.ts'
import type { Recorded, RecordedTable } from './record.ts'

/** Version of the format of the record. 2: with the versions that entries have. */
const VERSION = 2

export const RECORD_DEFINITION: TableDefinition = {
  name: RECORD_TABLE,
  columns: [
    columnOf('id', 'id'),
    columnOf('version', 'integer'),
    columnOf('tables', 'text'),
    columnOf('time', 'datetime'),
  ],
  indexes: [],
  foreignKeys: [],
}

export async function readRecord(run: Run, dialect: Dialect): Promise<Recorded> {
  const [row] = await run(
    render(
      sql`select ${name('version')}, ${name('tables')} from ${name(RECORD_TABLE)} order by ${name('id')} desc limit 1`,
      dialect,
    ),
  )
  if (row === undefined) return new Map()
  const [version, text] = row
  if (Number(version) > VERSION) throw fromTheFuture()
  const tables = JSON.parse(String(text)) as readonly RecordedTable[]
  return new Map(tables.map((table) => [table.name, table]))
}

export function writeRecord(recorded: Recorded, dialect: Dialect, now: number): readonly Sql[] {
  return [
    deleteAll(RECORD_TABLE),
    insertRow(
      RECORD_TABLE,
      assign({
        version: dialect.value(VERSION, 'integer'),
        tables: dialect.value(JSON.stringify([...recorded.values()]), 'text'),
        time: dialect.value(now, 'datetime'),
      }),
    ),
  ]
}

function fromTheFuture(): ProjectError {
  const message = 'A newer version of Lectern has changed this database; use that version, or a newer one.'
  return new ProjectError([{ file: null, path: `table ${RECORD_TABLE}`, message }])
}
