/** Migrates the database of a project: `lectern migrate`. */

import { refusal } from '../../config/problem.ts'
import { checkProgramOptions } from '../../config/program-options.ts'
import { findChanges } from '../../migrate/changes.ts'
import type { OnStep } from '../../migrate/migrate.ts'
import { loadProject, type Project } from '../../project/load-project.ts'
import { typesWithRoutes } from '../../schema/models.ts'
import { lookInto } from './inspect-database.ts'
import { type Migration, toMigration } from './migration.ts'
import { wishOf } from './wish-of.ts'
import { writeMigration } from './write-migration.ts'

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
    return toMigration(project, inspected, isDone ? found : await writeMigration(project, wish, onStep))
  })
}

/** A wrongly mounted project folder, without content types, must not delete all tables. */
function refuseEmptyProject(project: Project): void {
  if (ownTypes(project) > 0) return
  throw refusal(`The project ${project.folder} has no content types; describe one in src/api first.`)
}

const ownTypes = ({ schema }: Project): number => typesWithRoutes(schema).length
