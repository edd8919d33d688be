import { findChanges } from '../../migrate/changes.ts'
import type { Project } from '../../project/load-project.ts'
import { ownershipOf } from '../../tables/ownership.ts'
import { inspectionOf, lookInto } from './inspect-database.ts'
import type { MigrateProgress } from './migrate-project.ts'
import { type Migration, toMigration } from './migration.ts'
import { AT_START, wishOf } from './wish-of.ts'
import { writeMigration } from './write-migration.ts'

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
    return toMigration(
      project,
      inspected,
      await writeMigration(project, wish, (done, total) => onProgress({ done, total })),
    )
  })
}
