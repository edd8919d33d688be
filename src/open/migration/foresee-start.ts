import type { Notice } from '../../config/notice.ts'
import { findChanges } from '../../migrate/changes.ts'
import { dependsOnStrapi } from '../../project/find-plugins.ts'
import { loadProject, type Project } from '../../project/load-project.ts'
import { ownershipOf } from '../../tables/ownership.ts'
import { inspectionOf, lookInto } from './inspect-database.ts'
import type { MigrateOptions } from './migrate-project.ts'
import { noticesOf, toMigration } from './migration.ts'
import { AT_START, wishOf } from './wish-of.ts'

export interface Foreseen {
  readonly isUpToDate: boolean
  /** Sentences on what would be done. */
  readonly notices: readonly string[]
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
  /** The loaded project, for reuse: code in its files should run only once. */
  readonly loaded: Project
}

/**
 * Sentences on what startup would do to a database of Lectern's own, without doing it. Throws the errors that startup would
 * throw.
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
    const foreseen = `lectern serve, or lectern migrate, will change ${inspected.description}:`
    return {
      isUpToDate: found.changes.length === 0,
      notices: noticesOf(toMigration(project, inspected, found), foreseen),
      leftOut: project.leftOut,
      loaded: project,
    }
  })
}

const willBeMade = (database: string) =>
  `${database} does not exist yet, or is empty: lectern serve or lectern migrate will create its tables. If the content is in another database, name it with --database.`
