/** Prepares a project and its database: on a database of our own, adds what is missing. */

import type { Overrides } from '../config/overrides.ts'
import { backendOf } from '../dialects/backends.ts'
import { lacksSecrets, writeSecrets } from '../people/write-secrets.ts'
import { dependsOnStrapi } from '../project/find-plugins.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { environmentFile, readEnvironment } from '../project/read-environment.ts'
import { type Ownership, ownershipOf } from '../tables/ownership.ts'
import { bringUpToDate } from './migration/bring-up-to-date.ts'
import type { MigrateProgress } from './migration/migrate-project.ts'
import { type Migration, noticesOf } from './migration/migration.ts'

export interface Prepared {
  readonly project: Project
  /** Sentences on what was done. */
  readonly notices: readonly string[]
}

export async function prepareProject(
  folder: string,
  overrides: Overrides & { readonly onMigrate?: (progress: MigrateProgress) => void },
  env: NodeJS.ProcessEnv,
): Promise<Prepared> {
  const project = await loadProject(folder, overrides, env)
  const migration = await bringUpToDate(project, env, overrides.onMigrate)
  const notices = migration === null ? [] : [...noticesOf(migration), ...ownNotice(project, migration)]
  if (!lacksSecrets(project.settings.secrets) || (await ownershipIn(project)) !== 'lectern') return { project, notices }
  const notice = makeSecrets(project, env)
  if (notice === null) return { project, notices }
  return { project: await loadProject(folder, overrides, env), notices: [...notices, notice] }
}

/** If Strapi was never started, or uses another database, an empty server is not what the user wants. */
function ownNotice({ folder }: Project, { ownership }: Migration): readonly string[] {
  if (ownership !== 'empty' || !dependsOnStrapi(folder)) return []
  return [
    "This is a Strapi project whose database did not exist: Lectern has created one of its own, which is not for Strapi. To serve Strapi's content instead, remove it again; then start Strapi first, or name Strapi's database with --database.",
  ]
}

/** Whether the project's database is Lectern's own. */
async function ownershipIn({ settings }: Project): Promise<Ownership> {
  const backend = backendOf(settings.database)
  if (backend.missing(settings.database) !== null) return 'empty'
  const { database } = await backend.open(settings.database)
  try {
    return ownershipOf({ tables: await database.inspect() })
  } finally {
    await database.close()
  }
}

/** Null when there was nothing to do. */
function makeSecrets({ folder, settings }: Project, env: NodeJS.ProcessEnv): string | null {
  const file = environmentFile(folder, env)
  try {
    const names = writeSecrets(file, settings.secrets, readEnvironment(folder, env).environment)
    return names.length === 0 ? null : `Wrote new secrets to ${file}: ${names.join(', ')}. Keep that file to yourself.`
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `Tokens and logins do not work: API_TOKEN_SALT and JWT_SECRET are not set, and cannot be written (${reason}).`
  }
}
