/** A project and its open database → everything the pipeline needs. */

import { createAdviser } from '../answer/adviser.ts'
import { createExplorerPage } from '../answer/answer-explorer.ts'
import type { App } from '../answer/app.ts'
import { createCaches } from '../answer/caches.ts'
import { createDocs } from '../answer/docs.ts'
import { createExportSlots } from '../answer/export-slots.ts'
import { createRecall } from '../answer/recall.ts'
import { verifyWatched } from '../answer/verify-watched.ts'
import type { Audit } from '../audit/audit.ts'
import { hasPasswords } from '../auth/accounts.ts'
import { callerTables, createIdentify } from '../auth/identify.ts'
import type { Columns } from '../auth/reader.ts'
import { createReader, type Reader } from '../auth/reader.ts'
import { createStoredSettings } from '../auth/settings-store.ts'
import { createForgetDrafts } from '../cache/forget-drafts.ts'
import { createPublishedChanges } from '../cache/published-changes.ts'
import { createRevisions } from '../cache/revisions.ts'
import type { Log } from '../config/log.ts'
import type { Notice } from '../config/notice.ts'
import type { Settings } from '../config/settings.ts'
import { packageVersion } from '../config/version.ts'
import { backendOf } from '../dialects/backends.ts'
import type { Database, WritableDatabase } from '../execute/database.ts'
import { NO_OBSERVER, type Observer, observeDatabase, observeWriter } from '../execute/observer.ts'
import { watchDatabase } from '../execute/watch-database.ts'
import { watchWrites } from '../execute/watch-writes.ts'
import type { LoginRules } from '../people/check-credentials.ts'
import type { FailureCounts } from '../people/failure-counts.ts'
import { createIssueJwt } from '../people/issue-jwt.ts'
import { createLogin, type Login } from '../people/login.ts'
import { createLoginLimit, type LoginLimit } from '../people/login-limit.ts'
import { componentsStamp } from '../project/components-stamp.ts'
import type { Project } from '../project/load-project.ts'
import { uploadsFolder } from '../project/uploads-folder.ts'
import { routesOf } from '../request/routes.ts'
import type { Dialect } from '../sql/dialect.ts'
import { RECORD_TABLE, STRAPI_TABLE } from '../tables/ownership.ts'
import { searchIndexes } from '../tables/searched-types.ts'
import { tableRoles } from '../tables/table-roles.ts'
import type { Tables } from '../tables/tables.ts'
import { withIndexes, withSearch } from '../tables/tables.ts'
import { OUTBOX } from '../tables/webhook-tables.ts'
import { createUploads } from '../upload/uploads.ts'
import { createWatching } from '../watch/watching.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import { findSearch } from './find-search.ts'
import { fitDatabase } from './fit-database.ts'
import { createRecords, type RecordStamps } from './records.ts'
import { createRefuseOutdated } from './refuse-outdated-writes.ts'
import { warmUp } from './warm-up.ts'

export interface BuiltApp {
  readonly app: App
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
  /**
   * They change when Strapi has started with other content types, Lectern has migrated, or files of components have changed; null
   * where that cannot be known. Files of components are taken to be as they were in `known`.
   */
  recorded(known: RecordStamps | null): Promise<RecordStamps | null>
  /** `recorded`, before anything else was read. */
  readonly record: RecordStamps | null
  /** Whether the database has Draft & Publish or locales now that this project does not know of: it would show drafts. */
  isOutdated(): Promise<boolean>
  /** Runs a few reads so that the first request is fast, for at most `longest` milliseconds; never fails. */
  warmUp(longest?: number): Promise<void>
}

export interface AppOptions {
  /** The database to read callers and settings from, so that revoked permissions take effect at once. */
  readonly fresh?: Database
  /** Called for events, for metrics. */
  readonly observer?: Observer
  /** Called for every change, for the audit log. */
  readonly audit?: Audit
  /** Whether writes that this process makes have a thread of their own. */
  readonly writesApart?: boolean
  /** For events between requests. */
  readonly logger?: Log
  readonly failedLogins?: FailureCounts
}

export async function buildApp(
  project: Project,
  opened: Database,
  dialect: Dialect,
  {
    fresh: openedFresh = opened,
    writesApart = false,
    observer = NO_OBSERVER,
    audit = () => {},
    logger,
    failedLogins,
  }: AppOptions = {},
): Promise<BuiltApp> {
  const { database, fresh, checkReachable } = watchDatabase(opened, openedFresh)
  const { record, columns } = await inspectRecorded(project, opened, fresh, dialect)
  const parts = { database: fresh, dialect, columns }
  const records = createRecords(parts)
  const { schema, tables, leftOut } = await fitDatabase(project, { ...parts, records: await records.read() })
  const { settings } = project
  const stored = createStoredSettings(fresh, dialect, columns)
  const writing = await openWriting(settings, columns, writesApart)
  const caches = createCaches(settings.rest.cache)
  const roles = tableRoles(schema)
  const forget = createForgetDrafts(mayTidy(settings, columns) ? (writing?.writer ?? null) : null, dialect)
  const published = createPublishedChanges({ schema, roles, database: fresh, dialect, forget })
  const version = packageVersion()
  const delivery = { settings: settings.webhooks, version, observer, logger }
  const isOutdated = async () => (await records.read()).problems(schema, tables).length > 0
  const app: App = {
    settings,
    schema,
    tables: await withIndexesOf(opened, dialect, { schema, tables }, settings),
    roles,
    routes: routesOf(schema, settings.rest, !settings.production),
    dialect,
    ...observed(database, writing?.writer ?? null, observer),
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
        : createWebhooks({ ...delivery, database: fresh, writer: writing.writer, syntax: dialect }),
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
    recorded: (known) =>
      records.stamps(app.revisions, async () => known?.components ?? (await componentsStamp(project.folder))),
    isOutdated,
  }
}

/** Null where nothing may be written: a database that Lectern did not create is never changed. */
async function openWriting({ database }: Settings, columns: Columns, apart: boolean) {
  if (!columns.has(RECORD_TABLE)) return null
  return watchWrites(await backendOf(database).openForWriting(database, apart))
}

/**
 * Whether something may be written that no request asks for. Beside Strapi that could end one of its transactions: an editor's
 * save would fail.
 */
function mayTidy({ database }: Settings, columns: Columns): boolean {
  return !(columns.has(STRAPI_TABLE) && backendOf(database).strapi.failsBesideWriters)
}

/** With the indexes that the database has, which decide how statements are compiled. */
async function withIndexesOf(
  opened: Database,
  dialect: Dialect,
  { schema, tables }: Pick<App, 'schema' | 'tables'>,
  { search, database }: Settings,
): Promise<Tables> {
  const indexed = withIndexes(tables, await opened.indexes())
  const wanted = searchIndexes(schema, tables, search)
  return withSearch(indexed, await findSearch(opened, dialect, wanted, backendOf(database).ddl.search))
}

/** Unchanged where nothing observes: the wrappers would cost a little on every statement. */
function observed(
  database: Database,
  writer: WritableDatabase | null,
  observer: Observer,
): Pick<App, 'database' | 'writer'> {
  if (observer === NO_OBSERVER) return { database, writer }
  return {
    database: observeDatabase(database, observer),
    writer: writer === null ? null : observeWriter(writer, observer),
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
