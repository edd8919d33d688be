/** Reads what is in a project's database, before anything is changed. */

import type { DatabaseSettings } from '../../config/settings.ts'
import { backendOf } from '../../dialects/backends.ts'
import type { Run } from '../../execute/database.ts'
import { type Inspection, readInspection } from '../../migrate/inspection.ts'
import type { Project } from '../../project/load-project.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { render } from '../../sql/sql.ts'
import { withLikelyCauses } from '../likely-causes.ts'

export interface InspectedDatabase {
  readonly run: Run
  readonly dialect: Dialect
  readonly description: string
}

/** Only reads, and creates no file. */
export function lookInto<T>(project: Project, look: (inspected: InspectedDatabase) => Promise<T>): Promise<T> {
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

export async function inspectionOf({ run, dialect }: InspectedDatabase, { settings }: Project): Promise<Inspection> {
  const { inspection } = backendOf(settings.database).ddl
  return readInspection(await run(render(inspection, dialect)))
}
