/** The public interface of an open project. */

import type { Log } from '../config/log.ts'
import type { Notice } from '../config/notice.ts'
import type { Overrides } from '../config/overrides.ts'
import type { Settings } from '../config/settings.ts'
import type { ShareFigures } from '../metrics/metrics.ts'
import type { FailureCounts } from '../people/failure-counts.ts'
import type { FetchInit } from '../request/fetch-init.ts'
import type { Schema } from '../schema/schema.ts'
import type { MigrateProgress } from './migration/migrate-project.ts'
import type { Overview } from './overview.ts'

export interface OpenOptions extends Overrides {
  /** The project folder. */
  readonly project: string
  /** The environment that configuration files see; without it, the process's. */
  readonly env?: NodeJS.ProcessEnv
  readonly logger?: Log
  /**
   * Creates the tables of a new database first, and adds to one that Lectern created what is in the schema but not in the
   * database. A database that Lectern did not create is never altered. A project on a database of Lectern's own that lacks
   * secrets for tokens and logins gets them in its `.env`.
   */
  readonly migrate?: boolean
  /** Called while that changes the database: the tables of a large project take a while. */
  readonly onMigrate?: (progress: MigrateProgress) => void
  /**
   * Opens the project also when its database server, or a replica, cannot be reached: until it can be, requests are
   * answered with 503, and `/_ready` too. Whatever else is wrong is thrown.
   */
  readonly waitForDatabase?: boolean
  /**
   * SQLite: how many additional processes may read, so that a slow read delays no other request and can be cancelled;
   * writes then have a thread of their own. With 0, everything runs on the thread of the caller.
   */
  readonly readers?: number
  /** For one of several processes: how `/_metrics` collects the figures of all of them. */
  readonly shareFigures?: ShareFigures
  /** The same for failed logins, which have limits. */
  readonly failedLogins?: FailureCounts
  /** How many processes serve the project: each has its share of the connections that the project may open. */
  readonly processes?: number
  /** `false` leaves the events that webhooks are to get to other processes; a program that only reads has no part in them. */
  readonly deliver?: boolean
}

/** An open project. */
export interface Lectern {
  readonly settings: Settings
  /** Content types and components, as the project's files and its database define them. */
  readonly schema: Schema
  readonly summary: { readonly contentTypes: number; readonly components: number; readonly database: string }
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
  /** Sentences on what startup did to the database. */
  readonly notices: readonly string[]
  /**
   * Answers a request without a socket: `await lectern.fetch('/api/articles?populate=*')`. The host of a URL is ignored.
   * When `signal` is aborted, it rejects with the signal's reason, as `fetch` does.
   */
  fetch(input: string | URL | Request, init?: FetchInit): Promise<Response>
  /** Reads a little of the content, so that the first request finds what it needs; a fifth of a second at most. */
  warmUp(): Promise<void>
  /** Starts to listen; gives the base URL. */
  listen(options?: { readonly host?: string; readonly port?: number }): Promise<string>
  /** The content types it serves, and differences from Strapi. */
  overview(): Overview
  /** Up to three paths that a request without a token may read; null while the database cannot be reached. */
  examples(): Promise<readonly string[] | null>
  /** Answers what has arrived, then closes the database. May be called again. */
  close(): Promise<void>
}
