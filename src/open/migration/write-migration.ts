import { backendOf } from '../../dialects/backends.ts'
import type { Changes } from '../../migrate/changes.ts'
import { migrate, type OnStep } from '../../migrate/migrate.ts'
import type { MigrationWish } from '../../migrate/migration-wish.ts'
import type { Project } from '../../project/load-project.ts'

export async function writeMigration(project: Project, wish: MigrationWish, onStep: OnStep): Promise<Changes> {
  // Filling a new index takes as long as the table is large.
  const settings = { ...project.settings.database, statementTimeout: 3_600_000 }
  const database = await backendOf(settings).openForWriting(settings)
  try {
    return await migrate(database, wish, onStep)
  } finally {
    await database.close()
  }
}
