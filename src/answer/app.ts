/** Everything the pipeline needs, built once. */

import type { Audit } from '../audit/audit.ts'
import type { Identify } from '../auth/identify.ts'
import type { StoredSettings } from '../auth/settings-store.ts'
import type { Revisions } from '../cache/revisions.ts'
import type { Settings } from '../config/settings.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { Database, WritableDatabase } from '../execute/database.ts'
import type { Observer } from '../execute/observer.ts'
import type { ServePage } from '../pages/serve-page.ts'
import type { Login } from '../people/login.ts'
import type { Routes } from '../request/routes.ts'
import type { Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { Tables } from '../tables/tables.ts'
import type { Uploads } from '../upload/uploads.ts'
import type { Adviser } from './adviser.ts'
import type { Caches } from './caches.ts'
import type { Docs } from './docs.ts'
import type { Recall } from './recall.ts'

export interface App {
  readonly settings: Settings
  readonly schema: Schema
  readonly tables: Tables
  readonly routes: Routes
  readonly dialect: Dialect
  readonly database: Database
  /** Null where the database may only be read. */
  readonly writer: WritableDatabase | null
  readonly uploads: Uploads
  /** The state of the database, for what is cached between requests. */
  readonly revisions: Revisions
  readonly identify: Identify
  readonly stored: StoredSettings
  /** Null where there are no users. */
  readonly login: Login | null
  /** How the API describes itself. */
  readonly docs: Docs
  /** The page of the explorer. */
  readonly explorer: ServePage
  /** Lets the explorer try indexes. */
  readonly adviser: Adviser
  /** Of Lectern: another version may answer differently. */
  readonly version: string
  readonly caches: Caches
  /** Cached responses by their request. */
  readonly recall: Recall
  /** Told who changed what. */
  readonly audit: Audit
  /** Told what happens to caches, for figures. */
  readonly observer: Observer
  /** Why nothing can be written at the moment, where that is so. */
  unwritable(): ApiError | null
  /** Rejects with what to tell a caller while the database cannot be reached. */
  checkReady(): Promise<void>
}
