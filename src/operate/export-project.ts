/** Exports a project's content to a new archive. */

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createArchive } from '../archive/create-archive.ts'
import { refuseToWriteStream } from '../archive/no-stream.ts'
import { ProjectError } from '../config/problem.ts'
import { checkProgramOptions } from '../config/program-options.ts'
import { backendOf } from '../dialects/backends.ts'
import { createRecords } from '../open/records.ts'
import { loadProject, onColumns, type Project } from '../project/load-project.ts'
import { uploadsFolder } from '../project/uploads-folder.ts'
import { type RecordedTypes, withSwitched } from '../schema/recorded-types.ts'
import type { SchemaFile } from '../schema/schema-file.ts'
import { render } from '../sql/sql.ts'
import { checkDatabase } from '../tables/check-database.ts'
import type { FoundColumns } from '../tables/found-columns.ts'
import { archiveLayers } from '../transfer/archive-name.ts'
import { exportArchive } from '../transfer/export-archive.ts'
import type { ExportCounts, ExportStage } from '../transfer/export-counts.ts'
import type { Source } from '../transfer/source.ts'
import { contentIn } from '../transfer/target.ts'
import { unreachedTypes } from '../transfer/unreached-types.ts'

export interface ExportOptions {
  /** The project folder. */
  readonly project: string
  /** A database file or URL; without it, what the project's configuration says. */
  readonly database?: string
  readonly env?: NodeJS.ProcessEnv
  /** The file to write; its extension decides the format. Without it, a name with the time in the current folder. */
  readonly archive?: string
  /** Encrypts the archive. */
  readonly key?: string
  readonly onProgress?: (progress: ExportProgress) => void
  /** Called when the file is complete, right before it gets its name. If it throws, nothing is written. */
  readonly onComplete?: () => void
}

export interface ExportProgress {
  readonly stage: ExportStage
  readonly done: number
  /** Null where it is not known beforehand. */
  readonly total: number | null
}

export interface Exported extends ExportCounts {
  /** Entries of plugins that are not in the archive, by type: no content type leads to theirs. */
  readonly leftOut: ReadonlyMap<string, number>
  /** The file that was written. */
  readonly archive: string
  /** Describes the database, for messages. */
  readonly database: string
}

/** The version of Strapi whose archives have this form. */
const FORMAT_VERSION = '5.54.0'

export async function exportProject(options: ExportOptions): Promise<Exported> {
  checkProgramOptions(options)
  const { env = process.env, onComplete = () => {} } = options
  const time = new Date()
  if (options.archive !== undefined) refuseNoFile(options.archive)
  const layers = archiveLayers(options.archive ?? null, options.key ?? null, time)
  const project = await loadProject(options.project, options, env)
  const metadata = { createdAt: time.toISOString(), strapi: { version: FORMAT_VERSION } }
  return withSource(project, async (source, { schemaFiles, leftOut, database }) => {
    const onDone = await progress(options, source)
    const uploads = uploadsFolder(project)
    const counts = await createArchive({ ...layers, time, onComplete }, metadata, (parts) =>
      exportArchive({ source, schemaFiles, uploads, parts, onDone }),
    )
    return { ...counts, leftOut, archive: layers.file, database }
  })
}

/** With the suffix of an archive, `backups/` would be a hidden file. */
function refuseNoFile(archive: string): void {
  refuseToWriteStream(archive)
  const isFolder = /[/\\]$/.test(archive) || (existsSync(archive) && statSync(archive).isDirectory())
  if (!isFolder) return
  const message = `This is a folder; name a file in it, such as ${join(archive, 'export.tar.gz')}.`
  throw new ProjectError([{ file: archive, path: null, message }])
}

interface Described {
  readonly schemaFiles: readonly SchemaFile[]
  readonly leftOut: Exported['leftOut']
  /** The database, for messages. */
  readonly database: string
}

async function withSource<T>(loaded: Project, work: (source: Source, described: Described) => Promise<T>): Promise<T> {
  const { settings } = loaded
  const backend = backendOf(settings.database)
  const { database, dialect, description } = await backend.open(settings.database)
  try {
    const columns = await database.inspect()
    const { types } = await createRecords({ database, dialect, columns }).read()
    const { files: schemaFiles, schema, tables } = checked(loaded, columns, types)
    return await backend.snapshot(settings.database, async (run) => {
      const source = { run, dialect, columns, schema, tables }
      const leftOut = await unreachedTypes(source, types)
      return work(source, { schemaFiles, leftOut, database: description })
    })
  } finally {
    await database.close()
  }
}

/** With what Strapi has recorded of plugins, where that fits the database. */
function checked(loaded: Project, columns: FoundColumns, types: RecordedTypes) {
  const complete = checkedOn(onColumns(loaded, columns, types), columns)
  const { problems, ...found } =
    complete.problems.length === 0 ? complete : checkedOn(onColumns(loaded, columns, types, withSwitched), columns)
  if (problems.length > 0) throw new ProjectError(problems)
  return found
}

function checkedOn({ files, schema, tables }: Project, columns: FoundColumns) {
  return { files, ...checkDatabase(schema, tables, columns) }
}

async function progress({ onProgress }: ExportOptions, source: Source): Promise<(stage: ExportStage) => void> {
  if (onProgress === undefined) return () => {}
  const run = (statement: Parameters<typeof render>[0]) => source.run(render(statement, source.dialect))
  const counts = await contentIn({ ...source, run })
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const done = { entries: 0, files: 0, links: 0 }
  return (stage) => {
    done[stage] += 1
    onProgress({ stage, done: done[stage], total: stage === 'entries' ? Math.max(total, done.entries) : null })
  }
}
