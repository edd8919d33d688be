/** A project and its database → everything the pipeline needs. */

import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { createAdviser } from '../answer/adviser.ts'
import { createExplorerPage } from '../answer/answer-explorer.ts'
import type { App } from '../answer/app.ts'
import { createCaches } from '../answer/caches.ts'
import { createDocs } from '../answer/docs.ts'
import { createExportSlots } from '../answer/export-slots.ts'
import { createRecall } from '../answer/recall.ts'
import { verifyWatched } from '../answer/verify-watched.ts'
import { type Audit, createAudit } from '../audit/audit.ts'
import { hasPasswords } from '../auth/accounts.ts'
import { callerTables, createIdentify } from '../auth/identify.ts'
import { createReader, type Reader } from '../auth/reader.ts'
import { createStoredSettings } from '../auth/settings-store.ts'
import { createForgetDrafts } from '../cache/forget-drafts.ts'
import { createPublishedChanges } from '../cache/published-changes.ts'
import { createRevisions } from '../cache/revisions.ts'
import type { Notice } from '../config/notice.ts'
import { ProjectError } from '../config/problem.ts'
import type { Settings } from '../config/settings.ts'
import { packageVersion } from '../config/version.ts'
import { backendOf } from '../dialects/backends.ts'
import { openReplicated } from '../dialects/open-replicated.ts'
import type { Database } from '../execute/database.ts'
import { NOBODY_OBSERVES, type Observer, observeDatabase, observeWriter } from '../execute/observer.ts'
import type { ReplicaNews } from '../execute/replicated-database.ts'
import { watchDatabase } from '../execute/watch-database.ts'
import { watchWrites } from '../execute/watch-writes.ts'
import type { LoginRules } from '../people/check-credentials.ts'
import type { FailureCounts } from '../people/failure-counts.ts'
import { createIssueJwt } from '../people/issue-jwt.ts'
import { createLogin, type Login } from '../people/login.ts'
import { createLoginLimit, type LoginLimit } from '../people/login-limit.ts'
import { componentsStamp } from '../project/components-stamp.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { uploadsFolder } from '../project/uploads-folder.ts'
import { routesOf } from '../request/routes.ts'
import type { Dialect } from '../sql/dialect.ts'
import { RECORD_TABLE } from '../tables/ownership.ts'
import { searchIndexes } from '../tables/searched-types.ts'
import { tableRoles } from '../tables/table-roles.ts'
import { withIndexes, withSearch } from '../tables/tables.ts'
import { OUTBOX } from '../tables/webhook-tables.ts'
import { createUploads } from '../upload/uploads.ts'
import { createWatching } from '../watch/watching.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import { findSearch } from './find-search.ts'
import { fitDatabase } from './fit-database.ts'
import type { OpenOptions } from './lectern.ts'
import { withLikelyCauses } from './likely-causes.ts'
import { populateProblems } from './populate-problems.ts'
import { prepareProject } from './prepare-project.ts'
import { createRecords, type RecordStamps } from './records.ts'
import { createRefuseOutdated } from './refuse-outdated-writes.ts'
import { warmUp } from './warm-up.ts'

export interface OpenApp {
  readonly app: App
  /** Which database, for messages. */
  readonly description: string
  /** Identifies its file, read before that was opened; null where the database cannot be replaced as a whole. */
  readonly identity: string | null
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
  /** What was done to the database, and what cannot be done with it, in sentences. */
  readonly notices: readonly string[]
  /**
   * They change when Strapi has started with other content types, Lectern has migrated, or files of components have changed; null
   * where that cannot be known.
   */
  recorded(): Promise<RecordStamps | null>
  /** `recorded`, before anything else was read. */
  readonly record: RecordStamps | null
  /** Whether the database has Draft & Publish or locales now that this project does not know of: it would show drafts. */
  isOutdated(): Promise<boolean>
  /** Reads a little, for the first request's sake, for so many milliseconds at most; never fails. */
  warmUp(longest?: number): Promise<void>
}

/** Throws a ProjectError that holds every problem found. */
export async function openApp(
  options: OpenOptions,
  report: (news: ReplicaNews) => void,
  observerFor: (settings: Settings) => Promise<Observer> = async () => NOBODY_OBSERVES,
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
    const found = [...notices, ...(await cacheNotices(app))]
    return { ...built, app, description, identity, notices: found }
  } catch (error) {
    await database.close()
    throw error
  }
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

export interface AppOptions {
  /** Where callers and settings are read, so that revoked permissions take effect at once. */
  readonly fresh?: Database
  /** Called for events, for metrics. */
  readonly observer?: Observer
  /** Called for every change, for the audit log. */
  readonly audit?: Audit
  /** Whether writes that this process makes have a thread of their own. */
  readonly writesApart?: boolean
  /** For what happens between requests. */
  readonly logger?: Logger
  readonly failedLogins?: FailureCounts
}

export async function buildApp(
  project: Project,
  opened: Database,
  dialect: Dialect,
  {
    fresh: openedFresh = opened,
    writesApart = false,
    observer = NOBODY_OBSERVES,
    audit = () => {},
    logger,
    failedLogins,
  }: AppOptions = {},
): Promise<Pick<OpenApp, 'app' | 'leftOut' | 'warmUp' | 'record' | 'recorded' | 'isOutdated'>> {
  const { database, fresh, checkReachable } = watchDatabase(opened, openedFresh)
  const { record, columns } = await inspectRecorded(project, opened, fresh, dialect)
  const parts = { database: fresh, dialect, columns }
  const records = createRecords(parts)
  const { schema, tables, leftOut } = await fitDatabase(project, { ...parts, records: await records.read() })
  const { settings } = project
  const isObserved = observer !== NOBODY_OBSERVES
  const stored = createStoredSettings(fresh, dialect, columns)
  // A database that Lectern did not create is never changed.
  const { openForWriting, ddl } = backendOf(settings.database)
  const writing = columns.has(RECORD_TABLE) ? watchWrites(await openForWriting(settings.database, writesApart)) : null
  const caches = createCaches(settings.rest.cache)
  const roles = tableRoles(schema)
  const forget = createForgetDrafts(writing?.writer ?? null, dialect)
  const published = createPublishedChanges({ schema, roles, database: fresh, dialect, forget })
  const version = packageVersion()
  const isOutdated = async () => (await records.read()).problems(schema, tables).length > 0
  const app: App = {
    settings,
    schema,
    tables: withSearch(
      withIndexes(tables, await opened.indexes()),
      await findSearch(opened, dialect, searchIndexes(schema, tables, settings.search), ddl.search),
    ),
    roles,
    routes: routesOf(schema, settings.rest, !settings.production),
    dialect,
    database: isObserved ? observeDatabase(database, observer) : database,
    writer: writing === null ? null : isObserved ? observeWriter(writing.writer, observer) : writing.writer,
    observer,
    audit,
    unwritable: () => writing?.failure() ?? null,
    uploads: createUploads(uploadsFolder(project), settings.upload),
    revisions: createRevisions(fresh, { published, isOneServer: openedFresh === opened }),
    identify: createIdentify({ database: fresh, dialect, columns, settings, stored }),
    stored,
    login: loginOf(settings, stored, createReader(fresh, dialect, columns), createLoginLimit(failedLogins)),
    docs: createDocs(),
    version,
    webhooks:
      writing === null || !columns.has(OUTBOX)
        ? null
        : createWebhooks({
            database: fresh,
            writer: writing.writer,
            syntax: dialect,
            settings: settings.webhooks,
            version,
            observer,
            logger,
          }),
    caches,
    recall: createRecall({
      caches,
      cache: settings.rest.cache,
      serverTiming: settings.rest.serverTiming,
      callerTables: callerTables(columns),
      observer,
    }),
    watching: createWatching({
      now: () => app.revisions.now(),
      callerTables: callerTables(columns),
      verify: (asked, at) => verifyWatched(asked, at, app),
      limits: settings.limits,
    }),
    exports: createExportSlots(settings.limits.exports),
    explorer: createExplorerPage(),
    adviser: createAdviser(),
    refuseOutdated: createRefuseOutdated({ dialect, stamp: record?.own ?? null, isOutdated }),
    checkReady: checkReachable,
  }
  return {
    app,
    leftOut,
    warmUp: (longest) => warmUp({ ...app, database }, longest),
    record,
    recorded: () => records.stamps(app.revisions, () => componentsStamp(project.folder)),
    isOutdated,
  }
}

/**
 * Strapi may be starting right now: it changes tables first, and records its content types last. The same holds of a migration.
 * So the stamp is older than everything that is read here, and what comes later makes the next stamp another one.
 */
async function inspectRecorded({ components }: Project, opened: Database, fresh: Database, dialect: Dialect) {
  const columns = await opened.inspect()
  const records = createRecords({ database: fresh, dialect, columns })
  const record = await records.stamps({ now: async () => null }, async () => components)
  return { record, columns: record === null ? columns : await opened.inspect() }
}

function loginOf(settings: Settings, rules: LoginRules, reader: Reader, limit: LoginLimit): Login | null {
  if (!hasPasswords(reader)) return null
  const issue = createIssueJwt(settings.secrets, settings.jwtLifetime)
  return createLogin({ reader, rules, issue, limit })
}

export async function closeApp({ watching, webhooks, writer, database }: App): Promise<void> {
  watching.close()
  await webhooks?.close()
  await writer?.close()
  await database.close()
}
