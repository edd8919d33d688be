/** The schema of a project folder alone, without its database, secrets or server settings. */

import { resolve } from 'node:path'
import { ProjectError } from '../config/problem.ts'
import { readSchemaSettings } from '../config/read-settings.ts'
import { buildSchema } from '../schema/build-schema.ts'
import type { Schema } from '../schema/schema.ts'
import type { Extension } from '../vocabulary/extensions.ts'
import { loadConfig } from './load-config.ts'
import { readEnvironment } from './read-environment.ts'
import { readSchemaFiles } from './read-schema-files.ts'
import { refuseOtherFolders } from './refuse-other-folders.ts'

export interface LoadedSchema {
  readonly schema: Schema
  /** Extensions of the API that are on. */
  readonly extensions: readonly Extension[]
}

/** Throws a ProjectError with everything that is wrong. */
export async function loadSchema(folder: string, env: NodeJS.ProcessEnv): Promise<LoadedSchema> {
  const root = resolve(folder)
  refuseOtherFolders(root)
  const { environment, problems: ofEnvironment } = readEnvironment(root, env)
  const { config, problems: ofConfig } = await loadConfig(root, environment, { names: ['api'], needed: ['api'] })
  const { settings, problems: ofSettings } = readSchemaSettings(config)
  const { files, problems: ofFiles } = await readSchemaFiles(root, environment)
  const { schema, problems: ofSchema } = buildSchema(files, settings)
  const problems = [...ofEnvironment, ...ofConfig, ...ofSettings, ...ofFiles, ...ofSchema]
  if (problems.length > 0) throw new ProjectError(problems)
  return { schema, extensions: settings.extensions }
}
