/** The state that a project wants its database to have. */

import { refusal } from '../../config/problem.ts'
import { backendOf } from '../../dialects/backends.ts'
import type { MigrationWish } from '../../migrate/migration-wish.ts'
import type { Project } from '../../project/load-project.ts'
import { readEnvironment } from '../../project/read-environment.ts'
import { defineTables } from '../../tables/define-tables.ts'
import { searchIndexes } from '../../tables/searched-types.ts'
import type { InspectedDatabase } from './inspect-database.ts'

/** Options for startup, which migrates without being told to. */
export const AT_START = { extent: 'additive', adopt: false, recount: false } as const

export function wishOf(
  project: Project,
  inspected: InspectedDatabase,
  env: NodeJS.ProcessEnv,
  wanted: Pick<MigrationWish, 'extent' | 'adopt' | 'recount'>,
): MigrationWish {
  return {
    tables: defineTables(project.schema),
    search: [...searchIndexes(project.schema, project.tables, project.settings.search).values()],
    schema: project.schema,
    places: project.tables,
    ddl: backendOf(project.settings.database).ddl,
    dialect: inspected.dialect,
    ...wanted,
    locale: firstLocale(project, env),
    now: Date.now(),
  }
}

const LOCALE_VARIABLE = 'STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE'

function firstLocale({ folder }: Project, env: NodeJS.ProcessEnv): string {
  const code = readEnvironment(folder, env).environment[LOCALE_VARIABLE] ?? ''
  if (code === '') return 'en'
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return code
  throw refusal(`${LOCALE_VARIABLE} must be the code of a language, such as "en" or "fr-CA", not "${code}".`)
}
