/** Opens a project's database for commands that list and change users, locales or webhooks. */

import type { Columns } from '../auth/reader.ts'
import type { Overrides } from '../config/overrides.ts'
import { backendOf } from '../dialects/backends.ts'
import type { Database } from '../execute/database.ts'
import { prepareProject } from '../open/prepare-project.ts'
import type { Project } from '../project/load-project.ts'
import type { Dialect } from '../sql/dialect.ts'
import { type Ownership, ownershipOf } from '../tables/ownership.ts'

export interface ChangeOptions extends Overrides {
  /** The project folder. */
  readonly project: string
  readonly env?: NodeJS.ProcessEnv
}

export interface OpenedToChange {
  readonly project: Project
  /** Only reads: each change is a transaction on a connection of its own. */
  readonly database: Database
  readonly dialect: Dialect
  readonly columns: Columns
  /** Describes the database, for messages. */
  readonly description: string
  readonly ownership: Ownership
  /** Sentences on what was done to open it. */
  readonly notices: readonly string[]
}

export async function openToChange(options: ChangeOptions): Promise<OpenedToChange> {
  const { project, notices } = await prepareProject(options.project, options, options.env ?? process.env)
  const settings = project.settings.database
  const { database, dialect, description } = await backendOf(settings).open(settings)
  const columns = await database.inspect()
  return { project, database, dialect, columns, description, ownership: ownershipOf({ tables: columns }), notices }
}
