/** A project on its database: the schema and the tables that are served. Throws a ProjectError where they do not fit. */

import type { Notice } from '../config/notice.ts'
import { ProjectError } from '../config/problem.ts'
import type { Database } from '../execute/database.ts'
import { onColumns, type Project } from '../project/load-project.ts'
import { type RecordedTypes, withRecorded, withSwitched } from '../schema/recorded-types.ts'
import type { Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render } from '../sql/sql.ts'
import { checkDatabase } from '../tables/check-database.ts'
import { columnLimits, withColumnLimits } from '../tables/column-limits.ts'
import type { FoundColumns } from '../tables/found-columns.ts'
import { RECORD_TABLE, STRAPI_TABLE } from '../tables/ownership.ts'
import { withStoredTypes } from '../tables/stored-types.ts'
import type { Tables } from '../tables/tables.ts'
import { withKnownComponentIds } from './component-ids.ts'
import { withMovedComponents } from './moved-components.ts'
import type { ReadRecords } from './records.ts'

export interface Fitted {
  readonly schema: Schema
  readonly tables: Tables
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
}

export interface FittingParts {
  readonly database: Pick<Database, 'run'>
  readonly dialect: Dialect
  readonly columns: FoundColumns
  readonly records: ReadRecords
}

export async function fitDatabase(loaded: Project, { records, ...parts }: FittingParts): Promise<Fitted> {
  const { types } = records
  const complete = onDatabase(loaded, parts.columns, types)
  // A plugin's part of the record may be older than the tables: the project itself is served without it.
  const { problems, schema, tables, leftOut } =
    complete.problems.length === 0 ? complete : onDatabase(loaded, parts.columns, types, withSwitched)
  if (problems.length > 0) throw new ProjectError(problems)
  const outdated = records.problems(schema, tables)
  if (outdated.length > 0) throw new ProjectError(outdated)
  const remedy = isOwn(parts.columns) ? OWN_REMEDY : STRAPI_REMEDY
  const typed = parts.dialect.isStrict ? withStoredTypes(schema, tables, { found: parts.columns, remedy }) : null
  return {
    schema: await withLimits(typed?.schema ?? schema, tables, parts),
    tables: await withMovedComponents(tables, { ...parts, schema }),
    leftOut: [...leftOut, ...(typed?.notices ?? [])],
  }
}

/** Lectern changes the columns of its own databases itself, before it serves them: others were changed by hand. */
const OWN_REMEDY = 'The column was changed by hand: change it back, or the schema file.'
const STRAPI_REMEDY = 'Start the Strapi project once, so that it changes the column.'

const isOwn = (columns: FoundColumns) => columns.has(RECORD_TABLE) && !columns.has(STRAPI_TABLE)

/** Only where Lectern writes. */
async function withLimits(
  schema: Schema,
  tables: Tables,
  { database, dialect, columns }: Omit<FittingParts, 'records'>,
) {
  if (!columns.has(RECORD_TABLE)) return schema
  return withColumnLimits(schema, tables, columnLimits(await database.run(render(dialect.limitedColumns, dialect))))
}

function onDatabase(loaded: Project, columns: FoundColumns, recorded: RecordedTypes, merge = withRecorded) {
  const project = onColumns(loaded, columns, recorded, merge)
  const schema = withKnownComponentIds(project.schema, columns)
  const checked = checkDatabase(schema, project.tables, columns)
  return { ...checked, leftOut: [...project.leftOut, ...checked.leftOut] }
}
