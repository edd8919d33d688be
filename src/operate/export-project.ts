/** Exports a project's content to a new archive. */

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createArchive } from '../archive/create-archive.ts'
import { refuseToWriteStream } from '../archive/no-stream.ts'
import { ProjectError } from '../config/problem.ts'
import { checkProgramOptions } from '../config/program-options.ts'
import { backendOf } from '../dialects/backends.ts'
import { loadProject, onColumns, type Project } from '../project/load-project.ts'
import { readEnvironment } from '../project/read-environment.ts'
import { readSchemaFiles } from '../project/read-schema-files.ts'
import { uploadsFolder } from '../project/uploads-folder.ts'
import { render } from '../sql/sql.ts'
import { checkDatabase } from '../tables/check-database.ts'
import { archiveLayers } from '../transfer/archive-name.ts'
import { exportArchive } from '../transfer/export-archive.ts'
import type { ExportCounts, ExportStage } from '../transfer/export-counts.ts'
import type { Source } from '../transfer/source.ts'
import { contentIn } from '../transfer/target.ts'

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
  const { environment } = readEnvironment(project.folder, env)
  const { files: schemaFiles } = await readSchemaFiles(project.folder, environment)
  const metadata = { createdAt: time.toISOString(), strapi: { version: FORMAT_VERSION } }
  return withSource(project, async (source, database) => {
    const onDone = await progress(options, source)
    const uploads = uploadsFolder(project)
    const counts = await createArchive({ ...layers, time, onComplete }, metadata, (parts) =>
      exportArchive({ source, schemaFiles, uploads, parts, onDone }),
    )
    return { ...counts, archive: layers.file, database }
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

async function withSource<T>(loaded: Project, work: (source: Source, description: string) => Promise<T>): Promise<T> {
  const { settings } = loaded
  const backend = backendOf(settings.database)
  const { database, dialect, description } = await backend.open(settings.database)
  try {
    const columns = await database.inspect()
    const { schema, tables } = onColumns(loaded, columns)
    const checked = checkDatabase(schema, tables, columns)
    if (checked.problems.length > 0) throw new ProjectError(checked.problems)
    return await backend.snapshot(settings.database, (run) =>
      work({ run, dialect, columns, schema: checked.schema, tables: checked.tables }, description),
    )
  } finally {
    await database.close()
  }
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
