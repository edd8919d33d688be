/** A backup of a project's database, while it is in use: a copy of a SQLite file, an archive of a server's content. */

import { dirname, join } from 'node:path'
import { refuseToWriteStream } from '../archive/no-stream.ts'
import { createTemporaryFolder, putInPlace, refuseTaken } from '../archive/temporary-folder.ts'
import { ProjectError } from '../config/problem.ts'
import { backendOf } from '../dialects/backends.ts'
import { makeFolder } from '../files/make-folder.ts'
import { loadProject } from '../project/load-project.ts'
import { exportProject } from './export-project.ts'

export interface BackupOptions {
  /** The project folder. */
  readonly project: string
  readonly database?: string
  readonly env?: NodeJS.ProcessEnv
  /** The file to write. It must not exist yet. */
  readonly file: string
  readonly onProgress?: (done: number, total: number | null) => void
  /** Called when the file is complete, right before it gets its name. If it throws, nothing is written. */
  readonly onComplete?: () => void
}

export interface Backup {
  /** The file that was written. */
  readonly file: string
  /** A copy of the database, or an archive for `lectern import`. */
  readonly kind: 'copy' | 'archive'
}

export async function backupProject(options: BackupOptions): Promise<Backup> {
  const { onProgress = () => {}, onComplete = () => {} } = options
  const { settings } = await loadProject(options.project, options, options.env ?? process.env)
  const { backup } = backendOf(settings.database)
  if (backup === null) {
    const { file, onProgress: _own, ...project } = options
    const archive = { ...project, archive: file, onProgress: stages(onProgress) }
    return { file: (await exportProject(archive)).archive, kind: 'archive' }
  }
  refuseArchiveName(options.file)
  await writeCopy(options.file, onComplete, (copy) => backup(settings.database, copy, onProgress))
  return { file: options.file, kind: 'copy' }
}

/** Such a name belongs to archives that `lectern import` reads. */
function refuseArchiveName(file: string): void {
  if (!/\.(tar|tar\.gz|tgz)(\.enc)?$/i.test(file)) return
  const message =
    'The backup of a SQLite file is a copy of it, not an archive; choose a name such as backup.db, or use lectern export.'
  throw new ProjectError([{ file, path: null, message }])
}

function stages(onProgress: (done: number, total: number | null) => void) {
  return ({ done, total }: { readonly done: number; readonly total: number | null }) => onProgress(done, total)
}

/** The copy is renamed into place when it is complete, so a failure leaves no file behind. */
async function writeCopy(file: string, onComplete: () => void, copyTo: (copy: string) => Promise<void>): Promise<void> {
  refuseToWriteStream(file)
  refuseTaken(file)
  makeFolder(dirname(file))
  const temporary = await createTemporaryFolder(dirname(file), '.lectern-backup-')
  try {
    const copy = join(temporary.path, 'copy')
    await copyTo(copy)
    await putInPlace(copy, file, onComplete)
  } finally {
    await temporary.remove()
  }
}
