/** Imports an archive into a project's database, completely or not at all. */

import type { Archive, OnRead } from '../archive/archive.ts'
import { openArchive } from '../archive/open-archive.ts'
import { ProjectError, refusal } from '../config/problem.ts'
import { checkProgramOptions } from '../config/program-options.ts'
import { backendOf } from '../dialects/backends.ts'
import { mayBeCommitted } from '../execute/commit-unknown.ts'
import type { Database, Run } from '../execute/database.ts'
import { bringUpToDate } from '../open/migration/bring-up-to-date.ts'
import { loadProject, onColumns, type Project } from '../project/load-project.ts'
import { uploadsFolder } from '../project/uploads-folder.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render } from '../sql/sql.ts'
import { checkDatabase } from '../tables/check-database.ts'
import type { FoundColumns } from '../tables/found-columns.ts'
import { type Ownership, ownershipOf } from '../tables/ownership.ts'
import { ENDLESS_ROOM, type Room, roomIn } from '../transfer/column-room.ts'
import { toProblem } from '../transfer/differences.ts'
import { type ImportCounts, importArchive, refuseContent } from '../transfer/import-archive.ts'
import { createStaging } from '../transfer/staging.ts'
import { type Survey, survey } from '../transfer/survey.ts'
import type { Target } from '../transfer/target.ts'

export interface ImportOptions {
  /** The project folder. */
  readonly project: string
  /** A database file or URL; without it, what the project's configuration says. */
  readonly database?: string
  readonly env?: NodeJS.ProcessEnv
  /** The archive: a file, or a folder with the same content. */
  readonly archive: string
  /** The encryption key of the archive. */
  readonly key?: string
  /** Delete all content first. */
  readonly replace?: boolean
  /** Skip what the project has no type or attribute for. */
  readonly ignoreMissing?: boolean
  /** Also when Strapi created the database, and may be using it. */
  readonly mayChange?: boolean
  readonly onProgress?: (progress: TransferProgress) => void
}

interface TransferProgress {
  readonly stage: 'check' | 'write'
  readonly done: number
  readonly total: number
}

export interface Imported extends ImportCounts {
  /** Describes the database, for messages. */
  readonly database: string
}

export async function importProject(options: ImportOptions): Promise<Imported> {
  checkProgramOptions(options)
  const { env = process.env, replace = false } = options
  if (typeof options.archive !== 'string') {
    const message = "Name the archive to import, as in { project, archive: 'export.tar.gz' }."
    throw new ProjectError([{ file: null, path: 'archive', message }])
  }
  const archive = await openArchive(options.archive, options.key ?? null)
  const project = await loadProject(options.project, options, env)
  const room = roomFor(project, await refuseEarly(project, options))
  const found = await survey(archive, project.schema, room, progress(options, archive, 'check'))
  refuseDifferences(found, options)
  await bringUpToDate(project, env)
  const { settings } = project
  const { database, dialect, description } = await backendOf(settings.database).open(settings.database)
  try {
    const onRead = progress(options, archive, 'write')
    return {
      ...(await write({ project, archive, found, room, database, dialect, replace, onRead })),
      database: description,
    }
  } finally {
    await database.close()
  }
}

function roomFor({ settings, tables }: Project, columns: FoundColumns): Room {
  return backendOf(settings.database).limitsValues ? roomIn(tables, columns) : ENDLESS_ROOM
}

/** Fails early, before the archive is read; checked again inside the transaction. Gives the columns that there are. */
async function refuseEarly({ settings, schema, tables }: Project, options: ImportOptions): Promise<FoundColumns> {
  const backend = backendOf(settings.database)
  if (backend.missing(settings.database) !== null) return new Map()
  const { database, dialect, description } = await backend.open(settings.database)
  try {
    const columns = await database.inspect()
    refuseOthers(ownershipOf({ tables: columns }), description, options)
    if (options.replace === true) return columns
    const run: Target['run'] = (statement) => database.run(render(statement, dialect))
    await refuseContent({ run, schema, tables, columns })
    return columns
  } finally {
    await database.close()
  }
}

function refuseOthers(ownership: Ownership, database: string, { mayChange = false }: ImportOptions): void {
  if (ownership === 'empty' || ownership === 'lectern' || mayChange) return
  const maker = ownership === 'strapi' ? 'Strapi' : 'another program'
  throw refusal(`${database} was made by ${maker}, which may be using it. Add --yes to import into it anyway.`)
}

function refuseDifferences({ differences }: Survey, { ignoreMissing = false }: ImportOptions): void {
  const refused = differences.filter(({ kind }) => kind === 'different' || !ignoreMissing)
  if (refused.length === 0) return
  const hint = {
    file: null,
    path: null,
    message: 'Nothing was imported. Fix the schema files, or leave out what they do not have with --ignore-missing.',
  }
  throw new ProjectError([...refused.map(toProblem), hint])
}

interface Writing {
  readonly project: Project
  readonly archive: Archive
  readonly found: Survey
  readonly room: Room
  readonly database: Database
  readonly dialect: Dialect
  readonly replace: boolean
  readonly onRead: OnRead
}

async function write(writing: Writing): Promise<ImportCounts> {
  const { project, archive, found, room, database, dialect, replace, onRead } = writing
  const columns = await database.inspect()
  const known = onColumns(project, columns)
  const { problems, schema, tables } = checkDatabase(known.schema, known.tables, columns)
  if (problems.length > 0) throw new ProjectError(problems)
  const settings = { ...project.settings.database, statementTimeout: STATEMENT_TIMEOUT }
  const { openForWriting, ddl, settle, isOutage } = backendOf(settings)
  const writer = await openForWriting(settings)
  const staging = createStaging(uploadsFolder(project))
  const targetOn = (run: Run): Target => ({
    run: (statement) => run(render(statement, dialect)),
    schema,
    tables,
    dialect,
    room,
    columns,
    settle,
    isOutage,
  })
  try {
    const work = async (run: Run): Promise<ImportCounts> => {
      const target = targetOn(run)
      for (const statement of [...ddl.lock, ...ddl.shortWaits]) await target.run(statement)
      const counts = await importArchive({ archive, survey: found, target, staging, replace, onRead })
      // Before the commit: orphaned files are harmless; rows without files are not.
      await staging.place()
      return counts
    }
    // All tables are locked first: if another program has locked one, the retry starts before anything was read.
    return await writer.transaction(work, { patient: true })
  } catch (error) {
    if (!mayBeCommitted(error)) await staging.undo()
    throw error
  } finally {
    await staging.discard()
    await writer.close()
  }
}

/** Deleting all content of a large database takes long. */
const STATEMENT_TIMEOUT = 3_600_000

function progress({ onProgress }: ImportOptions, { size }: Archive, stage: TransferProgress['stage']): OnRead {
  let done = 0
  return (bytes) => {
    done += bytes
    onProgress?.({ stage, done: Math.min(done, size), total: size })
  }
}
