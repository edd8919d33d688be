/** From a project folder to everything the server needs to know of it. */

import { resolve } from 'node:path'
import type { Notice } from '../config/notice.ts'
import type { Overrides } from '../config/overrides.ts'
import { ProjectError, refusal } from '../config/problem.ts'
import { readSettings } from '../config/read-settings.ts'
import type { Settings } from '../config/settings.ts'
import { databaseTarget } from '../dialects/database-target.ts'
import type { TargetSources } from '../dialects/found-target.ts'
import { replicaProblems } from '../dialects/replica-problems.ts'
import { buildSchema } from '../schema/build-schema.ts'
import { RECORD, type RecordedTypes, withRecorded, withSwitched } from '../schema/recorded-types.ts'
import type { Schema } from '../schema/schema.ts'
import type { SchemaFile } from '../schema/schema-file.ts'
import { type FoundColumns, storedType } from '../tables/found-columns.ts'
import { searchProblems } from '../tables/searched-types.ts'
import type { Tables } from '../tables/tables.ts'
import { tablesFromSchema } from '../tables/tables-from-schema.ts'
import { componentsStamp } from './components-stamp.ts'
import { findPlugins } from './find-plugins.ts'
import { ALL_CONFIG, loadConfig } from './load-config.ts'
import { misplacedSchemas } from './misplaced-schemas.ts'
import { oddEnvironment } from './odd-environment.ts'
import { readEnvironment } from './read-environment.ts'
import { readSchemaFiles } from './read-schema-files.ts'
import { refuseOtherFolders } from './refuse-other-folders.ts'

export interface Project {
  /** Absolute. */
  readonly folder: string
  readonly settings: Settings
  readonly schema: Schema
  readonly tables: Tables
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
  /** The files as read, to build the schema again with facts from the database; then with what these have beyond the files. */
  readonly files: readonly SchemaFile[]
  /** The stamp of the files of components, from before they were read. */
  readonly components: string
}

/** Programs in JavaScript may give none. */
function named(folder: unknown): string {
  if (typeof folder === 'string') return folder
  const message = "Name the project folder, as in { project: './my-project' }."
  throw refusal(message)
}

/** Throws a ProjectError with everything that is wrong, configuration and schema files together. */
export async function loadProject(folder: string, overrides: Overrides, env: NodeJS.ProcessEnv): Promise<Project> {
  const root = resolve(named(folder))
  refuseOtherFolders(root)
  const { environment, problems: ofEnvironment, notices: ofLines } = readEnvironment(root, env)
  const wanted = overrides.database === undefined ? ALL_CONFIG : { ...ALL_CONFIG, needed: ['api'] as const }
  const { config, problems: ofConfig, notices: ignoredFiles } = await loadConfig(root, environment, wanted)
  const places: TargetSources = {
    override: overrides.database,
    configured: config.get('database'),
    url: environment.DATABASE_URL,
    projectFolder: root,
    currentFolder: process.cwd(),
  }
  const { target, problems: ofDatabase } = databaseTarget(places)
  const sources = { config, environment, overrides, database: target, plugins: findPlugins(root, config) }
  const { settings, problems: ofSettings, notices: ignoredSettings } = readSettings(sources)
  const components = await componentsStamp(root)
  const { files, problems: ofFiles, notices: ofTexts } = await readSchemaFiles(root, environment)
  const { schema, problems: ofSchema, notices } = buildSchema(files, settings)
  const ofSearch = searchProblems(schema, settings.search, config.get('api')?.file ?? null)
  const ofReplicas = replicaProblems(settings.database)
  const problems = [
    ...ofEnvironment,
    ...ofConfig,
    ...ofDatabase,
    ...ofSettings,
    ...ofReplicas,
    ...ofFiles,
    ...ofSchema,
    ...ofSearch,
  ]
  const misplaced = misplacedSchemas(
    root,
    files.map(({ file }) => file),
  )
  // A file in the wrong place is often why another one names a type that does not exist: it comes first.
  if (problems.length > 0) throw new ProjectError([...misplaced, ...problems])
  const tables = tablesFromSchema(schema)
  const ofVariables = oddEnvironment(root, environment, places, target)
  const leftOut = [
    ...ofLines,
    ...ofVariables,
    ...ignoredFiles,
    ...ignoredSettings,
    ...misplaced,
    ...ofTexts,
    ...notices,
  ]
  return { folder: root, settings, schema, tables, leftOut, files, components }
}

/**
 * The project with what its database shows: custom fields have the type of their columns, whichever plugin they come from,
 * and types have the attributes that plugins added. If that gives an invalid schema, only what code has switched and hidden
 * is applied. `merge`: how the record changes the files.
 */
export function onColumns(
  project: Project,
  columns: FoundColumns,
  recorded: RecordedTypes = {},
  merge: typeof withRecorded = withRecorded,
): Project {
  const build = (files: readonly SchemaFile[]) => ({
    files,
    ...buildSchema(files, project.settings, (place) => storedType(columns, place)),
  })
  const complete = build(merge(project.files, recorded))
  const { files, schema, notices } =
    complete.problems.length === 0 ? complete : build(withSwitched(project.files, recorded))
  const ofFiles = project.leftOut.filter(({ model }) => model === null)
  // Notices about types of plugins concern the plugin's authors.
  const ofProject = notices.filter(({ file }) => file !== RECORD)
  return { ...project, files, schema, tables: tablesFromSchema(schema), leftOut: [...ofFiles, ...ofProject] }
}
