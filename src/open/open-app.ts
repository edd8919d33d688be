/** A project → its database opened, and the app built on it. */

import { availableParallelism } from 'node:os'
import type { App } from '../answer/app.ts'
import { createAudit } from '../audit/audit.ts'
import { ProjectError } from '../config/problem.ts'
import { LOCAL_PROVIDER } from '../config/read-upload.ts'
import type { Settings } from '../config/settings.ts'
import { backendOf } from '../dialects/backends.ts'
import { openReplicated } from '../dialects/open-replicated.ts'
import { NO_OBSERVER, type Observer } from '../execute/observer.ts'
import type { ReplicaNews } from '../execute/replicated-database.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { uploadsFolder } from '../project/uploads-folder.ts'
import { type BuiltApp, buildApp } from './build-app.ts'
import type { OpenOptions } from './lectern.ts'
import { withLikelyCauses } from './likely-causes.ts'
import { populateProblems } from './populate-problems.ts'
import { prepareProject } from './prepare-project.ts'

export interface OpenApp extends BuiltApp {
  /** Describes the database, for messages. */
  readonly description: string
  /** Identifies its file, read before that was opened; null where the database cannot be replaced as a whole. */
  readonly identity: string | null
  /** Sentences on what was done to the database, and on what it does not support. */
  readonly notices: readonly string[]
}

/** Throws a ProjectError that holds every problem found. */
export async function openApp(
  options: OpenOptions,
  report: (news: ReplicaNews) => void,
  observerFor: (settings: Settings) => Promise<Observer> = async () => NO_OBSERVER,
  loaded?: Project,
): Promise<OpenApp> {
  const { project: folder, env = process.env, waitForDatabase = false, readers = 0 } = options
  const { project, notices } =
    options.migrate === true
      ? await prepareProject(folder, options, env)
      : { project: loaded ?? (await loadProject(folder, options, env)), notices: [] }
  const opening = { patient: waitForDatabase, report, readers }
  const shared = withPartOfPool(project, options.processes ?? 1)
  const identity = (await backendOf(shared.settings.database).identity(shared.settings.database)?.()) ?? null
  const { database, fresh, dialect, description } = await withLikelyCauses(shared.leftOut, () =>
    openReplicated(shared.settings.database, opening),
  )
  try {
    const { app, ...built } = await buildApp(shared, database, dialect, {
      fresh,
      writesApart: readers > 0,
      observer: await observerFor(shared.settings),
      audit: createAudit(options.logger),
      ...(options.failedLogins === undefined ? {} : { failedLogins: options.failedLogins }),
      ...(options.logger === undefined ? {} : { logger: options.logger }),
    })
    const problems = populateProblems(app)
    if (problems.length > 0) throw new ProjectError(problems)
    const found = [...notices, ...uploadNotices(app, shared), ...(await cacheNotices(app))]
    return { ...built, app, description, identity, notices: found }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Files in a container's own folder are lost with it, which the provider was there to prevent. */
function uploadNotices({ settings, writer }: App, project: Project): readonly string[] {
  const { provider } = settings.upload
  if (writer === null || provider === LOCAL_PROVIDER) return []
  return [`Uploads are stored in ${uploadsFolder(project)}: upload.config.provider, ${provider}, is not used here.`]
}

/** Says why responses are not cached, where the project expects them to be. */
async function cacheNotices({ settings, revisions }: App): Promise<readonly string[]> {
  const { answers, longest } = settings.rest.cache
  if (!answers || longest > 0 || (await revisions.now()) !== null) return []
  return [
    'Responses are not cached: this database does not record its changes. lectern migrate --adopt adds triggers that do; rest.cache in config/api caches responses for some seconds.',
  ]
}

function withPartOfPool(project: Project, processes: number): Project {
  const { settings } = project
  const { database } = settings
  const part = (connections: number) => Math.ceil(connections / processes)
  const { min, max } = database.pool
  const pool = { ...database.pool, min: part(min), max: part(max), processors: part(availableParallelism()) }
  return { ...project, settings: { ...settings, database: { ...database, pool } } }
}

export async function closeApp({ watching, webhooks, writer, database }: App): Promise<void> {
  watching.close()
  await webhooks?.close()
  await writer?.close()
  await database.close()
}
