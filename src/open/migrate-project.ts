/** Opens a project and its database for a migration. */

import type { Notice } from '../config/notice.ts'
import { refusal } from '../config/problem.ts'
import { checkProgramOptions } from '../config/program-options.ts'
import type { DatabaseSettings } from '../config/settings.ts'
import { backendOf } from '../dialects/backends.ts'
import type { Run } from '../execute/database.ts'
import { type Changes, findChanges, hasVersions, type MigrationWish } from '../migrate/changes.ts'
import { compareCounts } from '../migrate/compare-counts.ts'
import { type Inspection, readInspection } from '../migrate/inspection.ts'
import { migrate, type OnStep } from '../migrate/migrate.ts'
import { writeScript } from '../migrate/write-script.ts'
import { dependsOnStrapi } from '../project/find-plugins.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { readEnvironment } from '../project/read-environment.ts'
import { typesWithRoutes } from '../schema/models.ts'
import type { ContentType } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render } from '../sql/sql.ts'
import { COUNT_TABLE } from '../sql/stored-counts.ts'
import { defineTables } from '../tables/define-tables.ts'
import { ownershipOf } from '../tables/ownership.ts'
import { searchIndexes } from '../tables/searched-types.ts'
import { withLikelyCauses } from './likely-causes.ts'

export interface MigrateOptions {
  /** The project folder. */
  readonly project: string
  /** A database file or URL; without it, what the project's configuration says. */
  readonly database?: string
  readonly env?: NodeJS.ProcessEnv
  /** Only report what there is to do. */
  readonly dryRun?: boolean
  readonly allowDataLoss?: boolean
  readonly adopt?: boolean
  /** Count rows again, also where the database maintains counts. */
  readonly recount?: boolean
  readonly onProgress?: (progress: MigrateProgress) => void
}

export interface MigrateProgress {
  /** Statements. */
  readonly done: number
  readonly total: number
}

export interface Migration extends Changes {
  /** Which database, for messages. */
  readonly database: string
  /** The same as lines of SQL, for the database's own shell. */
  readonly script: readonly string[]
  /** Content types whose tables it creates. */
  readonly newTypes: readonly ContentType[]
  /** Parts of the project that are not served, and why: of an adopted database, only opening it shows them. */
  readonly leftOut: readonly Notice[]
}

export async function migrateProject(options: MigrateOptions): Promise<Migration> {
  checkProgramOptions(options)
  const {
    project: folder,
    env = process.env,
    dryRun = false,
    allowDataLoss = false,
    adopt = false,
    recount = false,
  } = options
  const project = await loadProject(folder, options, env)
  if (allowDataLoss) refuseEmptyProject(project)
  return lookInto(project, async (inspected) => {
    const wish = wishOf(project, inspected, env, { extent: allowDataLoss ? 'all' : 'safe', adopt, recount })
    // Also before a change: a database that is rejected must not even be opened for writing.
    const found = await findChanges(inspected.run, wish)
    const isDone = dryRun || found.changes.length === 0
    const onStep: OnStep = (done, total) => options.onProgress?.({ done, total })
    return toMigration(project, inspected, isDone ? found : await write(project, wish, onStep))
  })
}

function toMigration(project: Project, { description }: InspectedDatabase, changes: Changes): Migration {
  const { database } = project.settings
  const script = writeScript(changes.changes, backendOf(database).script(database))
  const isOwn = changes.ownership === 'empty' || changes.ownership === 'lectern'
  const leftOut = isOwn ? project.leftOut : []
  return { ...changes, database: description, script, newTypes: typesMadeBy(changes, project), leftOut }
}

function typesMadeBy({ changes }: Changes, { schema, tables }: Project): readonly ContentType[] {
  const created = new Set(changes.flatMap(({ creates = [] }) => creates))
  return [...schema.contentTypes.values()].filter(
    ({ uid, hasRoutes }) => hasRoutes && created.has(tables.get(uid)?.table ?? ''),
  )
}

/** Maintained counts that differ from the rows, in sentences. */
export async function findMiscounts(
  options: Pick<MigrateOptions, 'project' | 'database' | 'env'>,
  loaded?: Project,
  onProgress: (tables: number, total: number) => void = () => {},
): Promise<readonly string[]> {
  const project = loaded ?? (await loadProject(options.project, options, options.env ?? process.env))
  return lookInto(project, async (inspected) => {
    const { tables } = await inspectionOf(inspected, project)
    if (!tables.has(COUNT_TABLE)) return []
    const counted = defineTables(project.schema).filter((table) => hasVersions(table) && tables.has(table.name))
    return compareCounts(
      inspected.run,
      inspected.dialect,
      counted.map(({ name }) => name),
      onProgress,
    )
  })
}

/**
 * At startup: creates the tables of a new database, and adds to one of our own what is in the schema but not in the
 * database; null when there is nothing to do, or the database is not ours.
 */
export async function bringUpToDate(
  project: Project,
  env: NodeJS.ProcessEnv,
  onProgress: (progress: MigrateProgress) => void = () => {},
): Promise<Migration | null> {
  return lookInto(project, async (inspected) => {
    const inspection = await inspectionOf(inspected, project)
    const ownership = ownershipOf(inspection)
    if (ownership !== 'empty' && ownership !== 'lectern') return null
    const wish = wishOf(project, inspected, env, AT_START)
    const found = await findChanges(inspected.run, wish, inspection)
    if (found.changes.length === 0) return found.postponed.length === 0 ? null : toMigration(project, inspected, found)
    return toMigration(project, inspected, await write(project, wish, (done, total) => onProgress({ done, total })))
  })
}

const AT_START = { extent: 'additive', adopt: false, recount: false } as const

export interface Foreseen {
  readonly isUpToDate: boolean
  /** What would be done, in sentences. */
  readonly notices: readonly string[]
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
  /** For what else looks at the project: code in its files should run once. */
  readonly loaded: Project
}

/**
 * What startup would do to a database of our own, in sentences, without doing it. Throws the errors that startup would.
 */
export async function foreseeStart(options: Pick<MigrateOptions, 'project' | 'database' | 'env'>): Promise<Foreseen> {
  const { env = process.env } = options
  const project = await loadProject(options.project, options, env)
  return lookInto(project, async (inspected) => {
    const inspection = await inspectionOf(inspected, project)
    const ownership = ownershipOf(inspection)
    const isNew = ownership === 'empty' && !dependsOnStrapi(project.folder)
    if (isNew) {
      // Throws where two attributes would share a column, as the start will.
      await findChanges(inspected.run, wishOf(project, inspected, env, AT_START), inspection)
      const notices = [willBeMade(inspected.description)]
      return { isUpToDate: false, notices, leftOut: project.leftOut, loaded: project }
    }
    if (ownership !== 'lectern') return { isUpToDate: true, notices: [], leftOut: [], loaded: project }
    const found = await findChanges(inspected.run, wishOf(project, inspected, env, AT_START), inspection)
    const foreseen = `lectern serve will change ${inspected.description}, and so does lectern migrate:`
    return {
      isUpToDate: found.changes.length === 0,
      notices: noticesOf(toMigration(project, inspected, found), foreseen),
      leftOut: project.leftOut,
      loaded: project,
    }
  })
}

const willBeMade = (database: string) =>
  `${database} holds nothing yet: lectern serve will create it, and so does lectern migrate. If the content is in another database, name it with --database.`

/** The part of a migration that is reported at startup. */
export function noticesOf(
  { ownership, changes, postponed, database, newTypes }: Migration,
  changed = `Changed ${database}:`,
): readonly string[] {
  const done = ownership === 'empty' ? `Created the tables in ${database}.` : changed
  const steps = ownership === 'empty' ? [] : changes.map(({ text }) => `  ${text}`)
  const left = postponed.map(
    ({ risk }) => risk.left ?? (risk.column === null ? risk.table : `${risk.table}.${risk.column}`),
  )
  return [
    ...(changes.length === 0 ? [] : [done, ...steps]),
    ...(ownership === 'empty' ? [] : newTypes.map(howToShow)),
    ...(left.length === 0
      ? []
      : [
          `No longer in the schema, and kept: ${left.join(', ')}. To remove it: lectern migrate, with --allow-data-loss where it holds data.`,
        ]),
  ]
}

/** After adding a type, people request its entries, and get 403, as from Strapi. */
const howToShow = ({ uid, singularName }: ContentType) =>
  `To let everybody read ${singularName}: lectern role allow public ${uid}.find`

interface InspectedDatabase {
  readonly run: Run
  readonly dialect: Dialect
  readonly description: string
}

/** Only reads, and creates no file. */
function lookInto<T>(project: Project, look: (inspected: InspectedDatabase) => Promise<T>): Promise<T> {
  return withLikelyCauses(project.leftOut, () => inspect(project.settings.database, look))
}

async function inspect<T>(settings: DatabaseSettings, look: (inspected: InspectedDatabase) => Promise<T>): Promise<T> {
  const backend = backendOf(settings)
  const missing = backend.missing(settings)
  if (missing !== null) return look({ ...missing, run: async () => [] })
  const { database, dialect, description } = await backend.open(settings)
  try {
    return await look({ run: (statement) => database.run(statement), dialect, description })
  } finally {
    await database.close()
  }
}

async function inspectionOf({ run, dialect }: InspectedDatabase, { settings }: Project): Promise<Inspection> {
  const { inspection } = backendOf(settings.database).ddl
  return readInspection(await run(render(inspection, dialect)))
}

async function write(project: Project, wish: MigrationWish, onStep: OnStep): Promise<Changes> {
  // Filling a new index takes as long as the table is large.
  const settings = { ...project.settings.database, statementTimeout: 3_600_000 }
  const database = await backendOf(settings).openForWriting(settings)
  try {
    return await migrate(database, wish, onStep)
  } finally {
    await database.close()
  }
}

function wishOf(
  project: Project,
  inspected: InspectedDatabase,
  env: NodeJS.ProcessEnv,
  wanted: Pick<MigrationWish, 'extent' | 'adopt' | 'recount'>,
): MigrationWish {
  return {
    tables: defineTables(project.schema),
    search: [...searchIndexes(project.schema, project.tables, project.settings.search).values()],
    schema: project.schema,
    places: project.tables,
    ddl: backendOf(project.settings.database).ddl,
    dialect: inspected.dialect,
    ...wanted,
    locale: firstLocale(project, env),
    now: Date.now(),
  }
}

const LOCALE_VARIABLE = 'STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE'

function firstLocale({ folder }: Project, env: NodeJS.ProcessEnv): string {
  const code = readEnvironment(folder, env).environment[LOCALE_VARIABLE] ?? ''
  if (code === '') return 'en'
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return code
  throw refusal(`${LOCALE_VARIABLE} must be the code of a language, such as "en" or "fr-CA", not "${code}".`)
}

/** A wrongly mounted project folder, without content types, must not delete all tables. */
function refuseEmptyProject(project: Project): void {
  if (ownTypes(project) > 0) return
  throw refusal(`The project ${project.folder} has no content types; describe one in src/api first.`)
}

const ownTypes = ({ schema }: Project): number => typesWithRoutes(schema).length
