import { refusal } from '../config/problem.ts'
import type { Ownership } from '../tables/ownership.ts'
import type { Inspection } from './inspection.ts'
import type { MigrationWish } from './migration-wish.ts'

/** Throws for a database that is not Lectern's to change. */
export function refuseOthers(ownership: Ownership, found: Inspection, { adopt }: MigrationWish): void {
  if (ownership === 'strapi' && !adopt) {
    throw refusal(
      'Strapi made this database, so Lectern does not change it by default. To add what is missing, run lectern migrate with --adopt.',
    )
  }
  if (ownership === 'strapi' && !found.tables.has('strapi_migrations_internal')) {
    throw refusal(
      'This is a database of Strapi 4; upgrade the project to Strapi 5 first, which also migrates its database.',
    )
  }
  if (ownership === 'foreign') {
    throw refusal(
      'The database has tables that neither Lectern nor Strapi made. Give an empty database, or a new file.',
    )
  }
}
