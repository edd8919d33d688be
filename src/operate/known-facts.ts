/** Facts about content types that only the database has, for generated types. */

import { createReader } from '../auth/reader.ts'
import type { Overrides } from '../config/overrides.ts'
import { backendOf } from '../dialects/backends.ts'
import type { Database } from '../execute/database.ts'
import { localeRows } from '../locales/locale-rows.ts'
import { withKnownComponentIds } from '../open/component-ids.ts'
import { createRecords } from '../open/records.ts'
import { loadProject, onColumns, type Project } from '../project/load-project.ts'
import type { Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { FoundColumns } from '../tables/found-columns.ts'

export interface KnownFactsOptions extends Pick<Overrides, 'database'> {
  readonly project: string
  readonly env?: NodeJS.ProcessEnv
}

export interface KnownFacts {
  /** Codes, the oldest first. */
  readonly locales: readonly string[]
  /**
   * The schema files with what Strapi has recorded beyond them, with custom fields as their columns are, and without what
   * Strapi's components lack: what responses show. An attribute that has no column yet is there too. Null where the files alone are known.
   */
  readonly schema: Schema | null
}

/** Empty if the database cannot be read: types are useful without it. */
export async function knownFacts(options: KnownFactsOptions): Promise<KnownFacts> {
  try {
    return await readFacts(options)
  } catch {
    return { locales: [], schema: null }
  }
}

async function readFacts({ project: folder, env = process.env, ...overrides }: KnownFactsOptions): Promise<KnownFacts> {
  const project = await loadProject(folder, overrides, env)
  const { database: settings } = project.settings
  const backend = backendOf(settings)
  if (backend.missing(settings) !== null) return { locales: [], schema: null }
  const { database, dialect } = await backend.open(settings)
  try {
    const parts = { database, dialect, columns: await database.inspect() }
    return { locales: await localesIn(parts), schema: await schemaIn(project, parts) }
  } finally {
    await database.close()
  }
}

interface Parts {
  readonly database: Database
  readonly dialect: Dialect
  readonly columns: FoundColumns
}

async function localesIn({ database, dialect, columns }: Parts): Promise<readonly string[]> {
  const reader = createReader(database, dialect, columns)
  return reader.hasTables('i18n_locale') ? (await localeRows(reader)).map(({ code }) => code) : []
}

async function schemaIn(project: Project, parts: Parts): Promise<Schema> {
  const { types } = await createRecords(parts).read()
  return withKnownComponentIds(onColumns(project, parts.columns, types).schema, parts.columns)
}
