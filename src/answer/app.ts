/** Everything the pipeline needs, built once. */

import type { Audit } from '../audit/audit.ts'
import type { Identify } from '../auth/identify.ts'
import type { StoredSettings } from '../auth/settings-store.ts'
import type { Revisions } from '../cache/revisions.ts'
import type { Settings } from '../config/settings.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { Database, Run, WritableDatabase } from '../execute/database.ts'
import type { Observer } from '../execute/observer.ts'
import type { ServePage } from '../pages/serve-page.ts'
import type { Login } from '../people/login.ts'
import type { Routes } from '../request/routes.ts'
import type { WatchedRequest } from '../request/watched-request.ts'
import type { Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { TableRoles } from '../tables/table-roles.ts'
import type { Tables } from '../tables/tables.ts'
import type { Uploads } from '../upload/uploads.ts'
import type { Watching } from '../watch/watching.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { Adviser } from './adviser.ts'
import type { Caches } from './caches.ts'
import type { Docs } from './docs.ts'
import type { ExportSlots } from './export-slots.ts'
import type { Recall } from './recall.ts'

export interface App {
  readonly settings: Settings
  readonly schema: Schema
  readonly tables: Tables
  /** What each table holds: entries, links, components… */
  readonly roles: TableRoles
  readonly routes: Routes
  readonly dialect: Dialect
  readonly database: Database
  /** Null if the database is only read. */
  readonly writer: WritableDatabase | null
  readonly uploads: Uploads
  /** Null if the database is only read. */
  readonly webhooks: Webhooks | null
  /** The state of the database, for what is cached between requests. */
  readonly revisions: Revisions
  readonly identify: Identify
  readonly stored: StoredSettings
  /** Null if the project has no users. */
  readonly login: Login | null
  /** The OpenAPI description. */
  readonly docs: Docs
  /** The page of the explorer. */
  readonly explorer: ServePage
  /** Index advice for the explorer. */
  readonly adviser: Adviser
  /** Lectern's version. It is part of ETags, since another version may respond differently. */
  readonly version: string
  readonly caches: Caches
  /** Finds the cached response of a request without the pipeline. */
  readonly recall: Recall
  /** Live responses. */
  readonly watching: Watching<WatchedRequest>
  readonly exports: ExportSlots
  /** Called for every change, for the audit log. */
  readonly audit: Audit
  /** Called for hits and misses of caches, for metrics. */
  readonly observer: Observer
  /** The error for writes if they are refused at the moment. */
  unwritable(): ApiError | null
  /**
   * Runs first in the transaction of a write; rejects if the database has been migrated to another schema meanwhile.
   */
  refuseOutdated(run: Run): Promise<void>
  /** Rejects with the error for the caller if the database cannot be reached. */
  checkReady(): Promise<void>
}
