/** The locales in a project's database. */

import { createReader } from '../auth/reader.ts'
import type { Overrides } from '../config/overrides.ts'
import { backendOf } from '../dialects/backends.ts'
import { localeRows } from '../locales/locale-rows.ts'
import { loadProject } from '../project/load-project.ts'

export interface KnownLocalesOptions extends Pick<Overrides, 'database'> {
  readonly project: string
  readonly env?: NodeJS.ProcessEnv
}

/** Codes, the oldest first. None where no database can be read: types are useful without them. */
export async function knownLocales(options: KnownLocalesOptions): Promise<readonly string[]> {
  try {
    return await readLocales(options)
  } catch {
    return []
  }
}

async function readLocales({ project, env = process.env, ...overrides }: KnownLocalesOptions) {
  const { settings } = await loadProject(project, overrides, env)
  const backend = backendOf(settings.database)
  if (backend.missing(settings.database) !== null) return []
  const { database, dialect } = await backend.open(settings.database)
  try {
    const reader = createReader(database, dialect, await database.inspect())
    return reader.hasTables('i18n_locale') ? (await localeRows(reader)).map(({ code }) => code) : []
  } finally {
    await database.close()
  }
}
