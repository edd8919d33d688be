/** Lectern's record of its migrations in the database. */

import { createReader } from '../auth/reader.ts'
import type { Problem } from '../config/problem.ts'
import type { Run } from '../execute/database.ts'
import { readRecord } from '../migrate/bookkeeping.ts'
import type { Recorded, RecordedTable } from '../migrate/record.ts'
import type { VersionState } from '../migrate/version-state.ts'
import type { ContentType, Model } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render, sql } from '../sql/sql.ts'
import { RECORD_TABLE } from '../tables/ownership.ts'
import type { RecordParts } from './strapi-record.ts'
import { unlessDenied } from './unless-denied.ts'
import { versionProblems } from './version-problems.ts'

export interface OwnRecord {
  /** Changes with every migration; null where there was none. */
  stamp(): Promise<string | null>
  tables(): Promise<Recorded>
}

export function createOwnRecord({ database, dialect, columns }: RecordParts): OwnRecord {
  const reader = createReader(database, dialect, columns)
  const isThere = reader.hasTables(RECORD_TABLE)
  /** Since the project was opened, `lectern migrate --adopt` may have created the table. */
  const isThereNow = async () => isThere || (await reader.rows(dialect.findTable(RECORD_TABLE))).length > 0
  return {
    stamp: async () => {
      if (!(await isThereNow())) return null
      return unlessDenied(readStamp((statement) => database.run(statement), dialect))
    },
    tables: async () => {
      const reading = isThere ? readRecord((statement) => database.run(statement), dialect) : null
      return (reading === null ? null : await unlessDenied(reading)) ?? new Map()
    },
  }
}

const STAMPS = sql`select "id", "time" from "lectern_schema" order by "id"`

/** Changes with every migration. */
export async function readStamp(run: Run, dialect: Dialect): Promise<string> {
  const rows = await run(render(STAMPS, dialect))
  return JSON.stringify(rows.map((row) => row.map(String)))
}

const REMEDY =
  'Start the server with the schema files of the last migration; or run lectern migrate, where these are newer.'

export function migrationProblems(type: ContentType, before: VersionState | undefined): readonly Problem[] {
  if (before === undefined) return []
  return versionProblems(type, before, 'The database was last migrated with this content type', REMEDY)
}

/** The same table has another name now: what refers to the model by name was renamed with it. */
export function renameProblems({ uid }: Model, record: RecordedTable | undefined): readonly Problem[] {
  if (record?.whole !== true || record.uid === undefined || record.uid === uid) return []
  const message = `The database was last migrated with ${record.uid} in the table ${record.name}, and the schema files have ${uid} there: responses would lack its components and files. ${REMEDY}`
  return [{ file: null, path: uid, message }]
}
